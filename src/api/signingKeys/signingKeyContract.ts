/** A public key as a JSON Web Key (RFC 7517), of the form of RFC 8037. */
export interface SigningKeyView {
  kty: 'OKP';
  crv: 'Ed25519';
  /**
   * The key, 32 bytes in base64url.
   * @example "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
   */
  x: string;
  /**
   * Its thumbprint (RFC 7638, SHA-256).
   * @example "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"
   */
  kid: string;
  use: 'sig';
  alg: 'EdDSA';
}

/** A JWK set (RFC 7517). */
export interface SigningKeysView {
  /** Of all keys that anything was signed with, the newest first. */
  keys: SigningKeyView[];
}
