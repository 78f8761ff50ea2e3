import { z } from 'zod'

const commonSchema = z.strictObject({
  id: z.union([z.enum(['google', 'azure', 'github', 'apple']), z.string().regex(/^custom:[a-z0-9-]{1,40}$/)]),
  client_id: z.string().min(1).max(500),
  client_secret: z.string().max(4000).default(''),
  name: z.string().min(1).max(60).optional(),
  issuer: z.url({ protocol: /^https?$/ }).optional(),
  /** Microsoft only: one directory instead of everybody's. */
  directory: z
    .string()
    .regex(/^[\w.-]{1,100}$/)
    .optional(),
  audiences: z.array(z.string().min(1).max(500)).max(20).default([]),
  trust_email: z.boolean().optional(),
})

type Given = z.output<typeof commonSchema>

/** A way to sign in with an account elsewhere. */
export interface AuthProvider {
  id: string
  name: string
  clientId: string
  clientSecret: string
  issuer: string
  audiences: string[]
  trustEmail: boolean
}

const known: Record<string, { name: string; issuer: (given: Given) => string; trustEmail: boolean }> = {
  google: { name: 'Google', issuer: () => 'https://accounts.google.com', trustEmail: true },
  apple: { name: 'Apple', issuer: () => 'https://appleid.apple.com', trustEmail: true },
  github: { name: 'GitHub', issuer: () => '', trustEmail: true },
  azure: {
    name: 'Microsoft',
    issuer: ({ directory }) => `https://login.microsoftonline.com/${directory ?? 'common'}/v2.0`,
    // Anybody can own a directory and write any address into it.
    trustEmail: false,
  },
}

/**
 * `AUTH_PROVIDERS`: a JSON list of `{"id": "google" | "azure" | "github" | "apple" | "custom:…", "client_id", "client_secret",
 * "name", "issuer", "directory", "audiences", "trust_email"}`. An address is believed of Google, Apple and GitHub; of others
 * when `trust_email` says so.
 */
export const authProvidersSchema = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue({ code: 'custom', message: 'must be a JSON list' })
      return z.NEVER
    }
  })
  .pipe(z.array(commonSchema).max(20))
  .superRefine((list, context) => {
    const refuse = (message: string): void => context.addIssue({ code: 'custom', message })
    for (const { id, issuer, name } of list) {
      if (id.startsWith('custom:') && (!issuer || !name)) refuse(`${id} needs "issuer" and "name"`)
      if (!id.startsWith('custom:') && issuer) refuse(`${id} has its issuer already`)
    }
    if (new Set(list.map(({ id }) => id)).size < list.length) refuse('an id stands there twice')
  })
  .transform((list): AuthProvider[] => list.map(readProvider))

function readProvider(given: Given): AuthProvider {
  const preset = known[given.id]
  return {
    id: given.id,
    name: given.name ?? preset?.name ?? given.id,
    clientId: given.client_id,
    clientSecret: given.client_secret,
    issuer: preset?.issuer(given) ?? given.issuer ?? '',
    audiences: given.audiences,
    trustEmail: given.trust_email ?? preset?.trustEmail ?? false,
  }
}
