import { z } from 'zod';

/** HighLevel's seconds, where an answer does not say. */
const USUAL_LIFE = 86_399;

/** `POST /oauth/token`. Its official description promises hardly any field; without these a grant is of no use. */
export const tokenAnswer = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.number().positive().default(USUAL_LIFE),
  scope: z.string().optional(),
  userType: z.enum(['Company', 'Location']).optional(),
  locationId: z.string().min(1).nullish(),
  companyId: z.string().min(1).nullish(),
  approvedLocations: z.array(z.string().min(1)).nullish(),
});

export type TokenAnswer = z.infer<typeof tokenAnswer>;

/** `POST /oauth/locationToken`. */
export const locationTokenAnswer = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive().default(USUAL_LIFE),
  scope: z.string().optional(),
});

/** `GET /oauth/installedLocations`. */
export const installedLocationsAnswer = z.object({
  locations: z.array(z.object({ _id: z.string().min(1), isInstalled: z.boolean().nullish() })),
});

/** `GET /locations/{id}`, of which only the name is read. */
export const locationAnswer = z.object({ location: z.object({ name: z.string().nullish() }) });

/** `POST /oauth/reconnect`. */
export const reconnectAnswer = z.object({ authorizationCode: z.string().min(1) });

/** Answers of `/oauth/token` that are no success. */
export const tokenFaultAnswer = z.object({
  error: z.string().optional(),
  error_description: z.string().optional(),
  message: z.union([z.string(), z.array(z.string())]).optional(),
});
