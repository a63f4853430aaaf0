import { createChallenge, randomInt, verifySolution, type Challenge, type Payload } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { createHmac } from 'node:crypto';
import { z } from 'zod';

/** Milliseconds a challenge is good for: a form may stand open for long. */
const GOOD_FOR = 60 * 60_000;
/** PBKDF2 rounds per try, and tries: some tenths of a second in a browser. */
const COST = 1000;
const TRIES = { least: 200, most: 400 };
/** So many used challenges are remembered. */
const MOST_USED = 100_000;

/** A little computing that a browser does for every lead: cheap once, dear a thousand times. */
export interface ProofOfWork {
  /** What a browser must solve; null where proofs are not asked for. */
  challenge(now: number): Promise<Challenge | null>;
  /**
   * Why a lead with this solution is suspicious; nothing where it is not. One solution is good for one form session:
   * for its steps, and for trying again.
   */
  suspicions(
    solution: string | undefined,
    session: string | undefined,
    now: number,
  ): Promise<readonly string[]>;
}

const payloadSchema = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal('PBKDF2/SHA-256'),
      nonce: z.string().max(200),
      salt: z.string().max(200),
      cost: z.literal(COST),
      keyLength: z.number().int().max(64),
      keyPrefix: z.string().max(200),
      keySignature: z.string().max(200),
      expiresAt: z.number(),
    }),
    signature: z.string().max(200),
  }),
  solution: z.object({
    counter: z.number().int().min(0).max(TRIES.most),
    derivedKey: z.string().max(200),
    time: z.number().optional(),
  }),
});

/** Makes and checks challenges (ALTCHA, self-hosted). Keys are derived from `secret`. */
export function proofOfWork({ enabled, secret }: { enabled: boolean; secret: string }): ProofOfWork {
  const key = (use: string) => createHmac('sha256', secret).update(`proof-of-work ${use}`).digest('hex');
  const secrets = { hmacSignatureSecret: key('challenge'), hmacKeySignatureSecret: key('solution') };
  /** Signature → the session that used it, and when that is forgotten. */
  const used = new Map<string, { session: string | undefined; until: number }>();

  return {
    async challenge(now) {
      if (!enabled) return null;
      return createChallenge({
        ...secrets,
        algorithm: 'PBKDF2/SHA-256',
        cost: COST,
        counter: randomInt(TRIES.least, TRIES.most),
        deriveKey,
        expiresAt: Math.ceil((now + GOOD_FOR) / 1000),
      });
    },
    async suspicions(solution, session, now) {
      if (!enabled) return [];
      if (!solution) return ['no-proof-of-work'];
      const payload = readPayload(solution);
      if (!payload) return ['wrong-proof-of-work'];
      const signature = payload.challenge.signature ?? '';
      const { verified } = await verifySolution({ ...payload, ...secrets, deriveKey });
      if (!verified) return ['wrong-proof-of-work'];
      const user = used.get(signature);
      if (user && (session === undefined || user.session !== session)) return ['repeated-proof-of-work'];
      used.set(signature, { session, until: now + GOOD_FOR });
      for (const [each, { until }] of used) {
        if (until > now && used.size <= MOST_USED) break;
        used.delete(each);
      }
      return [];
    },
  };
}

/** The browser's answer is base64 of JSON. */
function readPayload(solution: string): Payload | null {
  try {
    const read = payloadSchema.safeParse(JSON.parse(Buffer.from(solution, 'base64').toString()));
    if (!read.success) return null;
    const { challenge, solution: found } = read.data;
    return {
      challenge,
      solution: {
        counter: found.counter,
        derivedKey: found.derivedKey,
        ...(found.time === undefined ? {} : { time: found.time }),
      },
    };
  } catch {
    return null;
  }
}
