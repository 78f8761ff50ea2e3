import { z } from 'zod'

/** V-06: letters, digits, hyphens; not at the ends; one host label. */
export const subdomainSchema = z
  .string()
  .min(2)
  .max(63)
  .regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i, 'Use letters, digits and hyphens.')
  .transform((text) => text.toLowerCase())

/** Host labels that can never be a workspace. */
export const reservedSubdomains = [
  'www',
  'api',
  'auth',
  'admin',
  'app',
  'storage',
  'realtime',
  'mail',
  'smtp',
  'imap',
  'ftp',
  'static',
  'assets',
  'cdn',
  'status',
  'support',
  'help',
  'blog',
  'docs',
] as const

export const tenantCreateSchema = z.strictObject({
  name: z.string().trim().min(1).max(120),
  subdomain: subdomainSchema.optional(),
  template: z.string().max(63).optional(),
})

export const tenantUpdateSchema = z.strictObject({
  name: z.string().trim().min(1).max(120).optional(),
  subdomain: subdomainSchema.nullable().optional(),
  /** Whether everybody needs a second factor to work here. */
  second_factor_required: z.boolean().optional(),
  /** The workspace's colour; null for the stock one. Shades that can be read are made of it. */
  accent: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'Write the colour as #rrggbb.')
    .transform((text) => text.toLowerCase())
    .nullable()
    .optional(),
  /** Address and what else stands at the head of offers, line by line. */
  letterhead: z.string().trim().max(600).nullable().optional(),
  /** What stands at their end. */
  offer_terms: z.string().trim().max(20_000).nullable().optional(),
})

/** A workspace of the caller. */
export interface Tenant {
  id: string
  name: string
  subdomain: string | null
  role: string
  /** `#rrggbb`, null for the stock colour. */
  accent: string | null
  /** Path of its logo, null without one. */
  logo: string | null
}

/** A workspace of the caller that was closed and can still be brought back. */
export interface ClosedTenant {
  id: string
  name: string
  role: string
  closed_at: string
  remove_at: string
}

/** Whether an address can be had, and why not. */
export interface SubdomainAnswer {
  available: boolean
  reason: 'form' | 'reserved' | 'taken' | null
}

/** E-12. A foreign and an unknown subdomain answer alike. */
export interface TenantStatus {
  status: 'selected' | 'locked' | 'needs_selection'
  tenant_id?: string
  name?: string
  role?: string
}

/** Where a picture lies: http(s), or an address of this server; nothing that runs. */
const pictureAddress = z
  .string()
  .max(2000)
  .regex(/^(https?:\/\/|\/(?![/\\])|$)/i, 'A picture has an http or https address.')

export const profileSyncSchema = z.strictObject({
  user_id: z.uuid(),
  email: z.string().max(320).nullable().optional(),
  display_name: z.string().max(200).nullable().optional(),
  avatar_url: pictureAddress.nullable().optional(),
})
