import { webcrypto } from 'node:crypto';
import { fromBER } from 'asn1js';
import { Certificate, ContentInfo, CryptoEngine, setEngine, SignedData } from 'pkijs';

setEngine('node', new CryptoEngine({ name: 'node', crypto: webcrypto as never }));

/** Whether pkijs takes a detached CMS signature over `content`, and its chain up to `root`. */
export async function verifiedByPkijs(
  signature: string,
  content: Buffer,
  root: string,
): Promise<boolean> {
  const info = new ContentInfo({ schema: fromBER(bytes(signature)).result });
  const signedData = new SignedData({ schema: info.content as object });
  try {
    return await signedData.verify({
      signer: 0,
      data: new Uint8Array(content).buffer,
      trustedCerts: [Certificate.fromBER(bytes(root))],
      checkChain: true,
    });
  } catch {
    return false;
  }
}

function bytes(base64: string): ArrayBuffer {
  return new Uint8Array(Buffer.from(base64, 'base64')).buffer;
}
