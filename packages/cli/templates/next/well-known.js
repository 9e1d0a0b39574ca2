export { GET } from '../../wallet/[...path]/route';
