import type { WireProfile } from '@wallet-buttons/protocol';

/** What is known of the payment service, and what is assumed of it. */
declare const profile: WireProfile;
export default profile;
