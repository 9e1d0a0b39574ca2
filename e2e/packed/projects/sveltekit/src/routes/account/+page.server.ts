export const actions = {
  default: () => ({ saved: true }),
};
