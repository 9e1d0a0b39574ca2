import { WalletStatus } from '../checkout/wallet';

export default function Return() {
  return <WalletStatus />;
}
