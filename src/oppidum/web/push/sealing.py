"""A message that only one browser can read (RFC 8291, RFC 8188), from a house that it knows (RFC 8292)."""

from __future__ import annotations

import base64
import json
import os
from typing import NamedTuple
from urllib.parse import urlsplit

from oppidum.kernel.extras import needs

with needs("push", "Web Push"):
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

__all__ = ["Keys", "authorization", "key_from", "key_pair", "new_key", "sealed", "text", "unpacked"]

RECORD = 4096  # the largest record: there is always one
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve P-256
VALID = 12 * 3600  # seconds that a signature holds; at most a day


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unpacked(words: str) -> bytes:
    return base64.urlsafe_b64decode(words + "=" * (-len(words) % 4))


class Keys(NamedTuple):
    private: ec.EllipticCurvePrivateKey
    public: bytes  # an uncompressed point

    @property
    def shown(self) -> str:
        return text(self.public)


def new_key() -> str:
    """A private key, drawn."""
    return f"{ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value:064x}"


def key_from(secret: str) -> str:
    """A private key that follows from another secret, and does not tell it."""
    number = int.from_bytes(derived(secret.encode(), b"", b"Oppidum: Web Push", 48), "big")
    return f"{number % (ORDER - 1) + 1:064x}"


def key_pair(private: str) -> Keys:
    key = ec.derive_private_key(int(private, 16), ec.SECP256R1())
    return Keys(key, key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def sealed(
    message: bytes,
    p256dh: str,
    auth: str,
    *,
    length: int = 0,
    once: Keys | None = None,
    salt: bytes | None = None,
) -> bytes:
    """The body to send. `length`: to which it is padded. `once` and `salt` are drawn, except in a test.

    Raises ValueError for keys that are none.
    """
    once, salt = once or key_pair(new_key()), salt or os.urandom(16)
    theirs = unpacked(p256dh)
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
    shared = once.private.exchange(ec.ECDH(), point)
    secret = derived(shared, unpacked(auth), b"WebPush: info\0" + theirs + once.public, 32)
    key = derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    padded = (message + b"\2").ljust(length, b"\0")
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(once.public)]) + once.public
    return head + AESGCM(key).encrypt(nonce, padded, None)


def authorization(endpoint: str, house: str, keys: Keys, now: float) -> str:
    """The header that proves whose message it is; `house`: whom the push service may turn to."""
    at = urlsplit(endpoint)
    claims = {"aud": f"{at.scheme}://{at.netloc}", "exp": int(now) + VALID, "sub": house}
    parts = [json.dumps(part).encode() for part in ({"typ": "JWT", "alg": "ES256"}, claims)]
    signed = ".".join(map(text, parts))
    r, s = decode_dss_signature(keys.private.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    return f"vapid t={signed}.{text(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}, k={keys.shown}"
