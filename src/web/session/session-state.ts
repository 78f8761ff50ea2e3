import type { SelectedTenant, TenantState } from './tenant-state.ts'

/** The person as the shell shows them. */
export interface SessionUser {
  id: string
  email: string | null
  /** As digits, with the country's number and without a plus. */
  phone: string | null
  name: string | null
  avatarUrl: string | null
  language: string | null
  theme: string | null
  /** ISO 3166, like `CH`. */
  region: string | null
  timeZone: string | null
}

/** Where sign-in stands. Messages are texts of the error catalogue, as translation keys. */
export type AuthState =
  | { phase: 'starting' }
  /** A check failed and is tried again by itself; `attempt` counts from 1. */
  | { phase: 'retrying'; attempt: number }
  | { phase: 'failed'; message: string }
  /** The person asked to leave: the sign-in page is loaded anew as soon as nothing of theirs is left on the device. */
  | { phase: 'leaving' }
  | { phase: 'signed-out'; message: string | null }
  /**
   * `recovery`: came by a "forgot password" mail and should choose a new one. `secondStep`: the person's own factor, or
   * their workspace, asks for a second step that was not taken yet.
   */
  | { phase: 'signed-in'; user: SessionUser; recovery: boolean; secondStep: boolean }

export interface SessionState {
  auth: AuthState
  tenant: TenantState
}

/** The workspace whose records may be asked for: while the second step of the sign-in waits, every answer is a refusal. */
export function openWorkspace({ auth, tenant }: SessionState): SelectedTenant | null {
  const waits = auth.phase === 'signed-in' && auth.secondStep
  return tenant.status === 'selected' && !waits ? tenant.tenant : null
}

/** What the session needs to know of a person of the hosted service. */
export interface AuthUser {
  id: string
  email?: string | undefined
  phone?: string | undefined
  user_metadata?: Record<string, unknown>
  factors?: { status: string }[] | undefined
}

/** The person inside a session of the hosted service; the profile a person may edit themselves is only displayed. */
export function sessionUser({ id, email, phone, user_metadata: profile = {} }: AuthUser): SessionUser {
  const text = (key: string): string | null => {
    const value = profile[key]
    return typeof value === 'string' && value.trim() ? value.trim() : null
  }
  return {
    id,
    email: email || null,
    phone: phone || null,
    name: text('display_name') ?? text('full_name') ?? text('name'),
    avatarUrl: text('avatar_url'),
    language: text('language'),
    theme: text('theme'),
    region: text('region'),
    timeZone: text('time_zone'),
  }
}
