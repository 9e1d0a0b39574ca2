import { WalletStatus } from '../wallet';

export default function Return() {
  return <WalletStatus />;
}
