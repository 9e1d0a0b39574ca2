import type { EcPrivateKey } from './ecdsa.ts';
import type { ApplePaySigner } from './cms.ts';
import type { GooglePayRoots } from './google-pay-open.ts';

/** Keys of both wallets: who signs their tokens, and who opens them. */
export interface WalletKeys {
  readonly applePay: {
    /** Certificate, base64 DER. */
    readonly root: string;
    readonly signer: ApplePaySigner;
    /** Of the merchant's payment processing certificate, base64 SPKI. */
    readonly merchantPublicKey: string;
    readonly merchantKey: EcPrivateKey;
  };
  readonly googlePay: {
    readonly roots: GooglePayRoots;
    readonly rootKey: EcPrivateKey;
    /** Of the gateway, base64 SPKI. */
    readonly recipientPublicKey: string;
    readonly recipientKey: EcPrivateKey;
  };
}

/**
 * The sandbox's own keys, published with it and worthless: no provider's token opens with them, and
 * what they sign opens under no provider's root. `test/apple-pay-chain.ts` issues such a chain.
 */
export const sandboxKeys: WalletKeys = {
  applePay: {
    root: 'MIIBnjCCASSgAwIBAgIQPuJik1W53dmZJDBd9b2VmTAKBggqhkjOPQQDAzAgMR4wHAYDVQQDExVXYWxsZXQgQSBTYW5kYm94IFJvb3QwHhcNMjQwMTAxMDAwMDAwWhcNNDkxMjMxMDAwMDAwWjAgMR4wHAYDVQQDExVXYWxsZXQgQSBTYW5kYm94IFJvb3QwdjAQBgcqhkjOPQIBBgUrgQQAIgNiAARRtdZjekQXAGHdIMDAvcz837XmulR/JF3WICJhFx7nLLa3+8taaNCYWatmWgc1XiKy4pzAdI6au7FsySI730K3frdB9yGH848AlmmCpykEVkfJwoCD51t3hbteXXVeXoyjIzAhMA8GA1UdEwEB/wQFMAMBAf8wDgYDVR0PAQH/BAQDAgEGMAoGCCqGSM49BAMDA2gAMGUCMQDgNYdzCikPY89cFRuM7xPz7RkYNhC16v4AMV1MO23Hzamiiq20TQL/lX52o10UzVkCMBeyxf9DYqgh5QL0wIoIOy967Havh2ukDs+oCE0OObmUZ/Ku3rw7tTq/EJs1rt2veg==',
    signer: {
      leaf: 'MIIBeTCCASCgAwIBAgIQYOp2WhdwYqexGfo99vfc5TAKBggqhkjOPQQDAjAoMSYwJAYDVQQDEx1XYWxsZXQgQSBTYW5kYm94IEludGVybWVkaWF0ZTAeFw0yNDAxMDEwMDAwMDBaFw00OTEyMzEwMDAwMDBaMCMxITAfBgNVBAMTGFdhbGxldCBBIFNhbmRib3ggU2lnbmluZzBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABL3BdWfAcni9PG02kZod+ANVkPoBFlTQufLqAF8c2yDXxfGd5HsLC57Bk7F7GNsXleu5PoczfSeXAEvWF7y+Vg+jMTAvMAwGA1UdEwEB/wQCMAAwDgYDVR0PAQH/BAQDAgeAMA8GCSqGSIb3Y2QGHQQCBQAwCgYIKoZIzj0EAwIDRwAwRAIgb7X451MxPSAUb2WbQuPqfmg7tlc9BlW9TaOSeAbdJTgCIBYcGbRUdrZMrM8Ylxls56QOeRL5lHD00I7cKNxhIMv8',
      intermediate:
        'MIIBnDCCASGgAwIBAgIQJfLR1MrHGhEFHLWV66xxWDAKBggqhkjOPQQDAjAgMR4wHAYDVQQDExVXYWxsZXQgQSBTYW5kYm94IFJvb3QwHhcNMjQwMTAxMDAwMDAwWhcNNDkxMjMxMDAwMDAwWjAoMSYwJAYDVQQDEx1XYWxsZXQgQSBTYW5kYm94IEludGVybWVkaWF0ZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABJz5YSzjiYD2SgcYoAMiSFvqbYKCq5/9Z5zjCMTBGj++cK8w2WEWcFLd20s/uyQUBGZCQjRGu3XRdbTCk5IKwjCjNTAzMA8GA1UdEwEB/wQFMAMBAf8wDgYDVR0PAQH/BAQDAgEGMBAGCiqGSIb3Y2QGAg4EAgUAMAoGCCqGSM49BAMCA2kAMGYCMQDtZNsPydyJVMqturJKfBvb7IM8EmFhtb8NfbgheMhhviBUBXh70lr6E1RyziWs5LcCMQD/ytSd2KcDOq5PENwJpvbsfcuG10V0HoHu12AzLLT0JOhr+rgmjuvq05CtbxO9KjU=',
      privateKey: {
        kty: 'EC',
        crv: 'P-256',
        x: 'vcF1Z8ByeL08bTaRmh34A1WQ-gEWVNC58uoAXxzbINc',
        y: 'xfGd5HsLC57Bk7F7GNsXleu5PoczfSeXAEvWF7y-Vg8',
        d: 'fQhBi4T2Z6Yv58nKYtyjHPWN75oA-6MsoGeM7otqGQA',
      },
    },
    merchantPublicKey:
      'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE23q5shQo3C1N+NGF+9ck81o/FnB/hOZVtDt3/JnHDdhm33syG+9op93fy/J+uhIlWJnxtTJZn4sJeNAn+HyPyA==',
    merchantKey: {
      kty: 'EC',
      crv: 'P-256',
      x: '23q5shQo3C1N-NGF-9ck81o_FnB_hOZVtDt3_JnHDdg',
      y: 'Zt97MhvvaKfd38vyfroSJViZ8bUyWZ-LCXjQJ_h8j8g',
      d: 'S_wvj7QjbkMI9Qs1AsE8K-YSnqROn2s7Pdu1Ycg7EOU',
    },
  },
  googlePay: {
    roots: {
      keys: [
        {
          keyValue:
            'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE5HYwb65HP5Y3fcC2vjhp7MxFgOCP0AJRiRgZmrw08GrVly2GtzAmbuQLG5XT5mspBkJ4AhoP2WMKVIp8pBam1w==',
          protocolVersion: 'ECv2',
          keyExpiration: '2524521600000',
        },
      ],
    },
    rootKey: {
      kty: 'EC',
      crv: 'P-256',
      x: '5HYwb65HP5Y3fcC2vjhp7MxFgOCP0AJRiRgZmrw08Go',
      y: '1ZcthrcwJm7kCxuV0-ZrKQZCeAIaD9ljClSKfKQWptc',
      d: '-Esmmohtm4A3vxe7FxIjsD3oqxkEPEPo22ZIYcH7d14',
    },
    recipientPublicKey:
      'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEXJhIE6whvb+tyiZMYP9vmIsED0++3AbH+g4KYFcPZG87OkXBcxtaCGQ7qvkJH2Q7ujt44rxn4NCyW7mQAUQNxA==',
    recipientKey: {
      kty: 'EC',
      crv: 'P-256',
      x: 'XJhIE6whvb-tyiZMYP9vmIsED0--3AbH-g4KYFcPZG8',
      y: 'OzpFwXMbWghkO6r5CR9kO7o7eOK8Z-DQslu5kAFEDcQ',
      d: 'ctLnJZLF2p2OqNoTHemJZIqe7hrflhPS-QMTQnx4pjo',
    },
  },
};
