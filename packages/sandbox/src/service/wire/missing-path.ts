import { operationNames } from '../operations/names.ts';
import type { WireProfile } from './profile.ts';

/** Why no operation is found at a path: a base URL with too much or too little in it, or another method. */
export function explainMissingPath(
  method: string,
  path: string,
  { operations }: WireProfile,
): string {
  const routes = operationNames.flatMap((name) => {
    const operation = operations[name];
    return operation.path === null ? [] : [{ method: operation.method, path: operation.path }];
  });
  const alike = routes.filter((one) => isAlike(path, one.path));
  const route = routes.find((one) => one.path === path) ?? nearest(alike, path);
  const calls = routes.map((one) => `${one.method} ${one.path}`);
  const remedy = route ? `Call ${route.method} ${route.path}.` : `There are: ${calls.join(', ')}.`;
  return `There is no ${method} ${path}. ${remedy}`;
}

/** The one whose length differs least. */
function nearest<One extends { readonly path: string }>(
  alike: readonly One[],
  { length }: string,
): One | undefined {
  const distance = ({ path }: One): number => Math.abs(path.length - length);
  return alike.toSorted((a, b) => distance(a) - distance(b))[0];
}

/** Whether one path ends like the other, apart from letters and slashes. */
function isAlike(path: string, otherPath: string): boolean {
  const [one, other] = [plain(path), plain(otherPath)];
  return one !== '' && (one.endsWith(other) || other.endsWith(one));
}

function plain(path: string): string {
  return path.toLowerCase().replaceAll(/\/+/g, '/').replace(/\/$/, '');
}
