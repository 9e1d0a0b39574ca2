/** The versions of a webhook. */
export const webhookVersions = ['v1', 'v2', 'v3'] as const;

export type WebhookVersion = (typeof webhookVersions)[number];
