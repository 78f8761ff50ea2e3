import type { AuthUser } from './session-state.ts'
import type { SelectedTenant, TenantAnswer } from './tenant-state.ts'

export interface AuthSession {
  user: AuthUser
  access_token?: string
  /** Seconds since 1970. */
  expires_at?: number | undefined
}

export interface AuthFailure {
  name: string
  message: string
  status?: number | undefined
  code?: string | undefined
}

interface SessionAnswer {
  data: { session: AuthSession | null }
  error: AuthFailure | null
}

export type AuthEvent =
  | 'INITIAL_SESSION'
  | 'SIGNED_IN'
  | 'SIGNED_OUT'
  | 'TOKEN_REFRESHED'
  | 'USER_UPDATED'
  | 'PASSWORD_RECOVERY'
  | 'MFA_CHALLENGE_VERIFIED'

/** The part of the hosted service's client the session stands on. It also refreshes tokens ahead of time (K-04). */
export interface AuthClient {
  getSession(): Promise<SessionAnswer>
  refreshSession(): Promise<SessionAnswer>
  signOut(options: { scope: 'local' }): Promise<{ error: AuthFailure | null }>
  onAuthStateChange(listener: (event: AuthEvent, session: AuthSession | null) => void): {
    data: { subscription: { unsubscribe(): void } }
  }
}

/** The other tabs of this browser. */
export interface SiblingTabs {
  announceSignOut(): void
  onSignOut(listener: () => void): () => void
}

/** What the session machine touches the world through. */
export interface SessionPorts {
  /**
   * The stored session while it holds, read without the client: its library need not arrive before the first screen.
   * A null session leaves the answer to the client; `stored` says whether there is anything. Rejects when the backend
   * cannot be asked and nobody was at work here. `away`: it cannot be asked, and this is who was, in which workspace.
   */
  glance(): Promise<{ session: AuthSession | null; stored: boolean; away?: SelectedTenant }>
  /** Calls back once, when the first screen has had its time. Answers how to take that back. */
  later(work: () => void): () => void
  /** Makes the one client of the hosted service, or gives the one already made. */
  openAuth(): Promise<AuthClient>
  /** One request, no retries (K-02). */
  tenantStatus(subdomain: string | null): Promise<TenantAnswer>
  selectTenant(id: string): Promise<TenantAnswer>
  syncProfile(user: AuthUser): Promise<void>
  /** The workspace the host stands for (V-06); asked after the client was made, when the app's domain is known. */
  subdomain(): string | null
  storeSelection(tenant: SelectedTenant | null): void
  /** Removes what a person leaves on the device (AU-23) and in memory. */
  forget(): Promise<void>
  /** As `forget`, without what the tabs share: another tab, which is signing out, still needs it for that. */
  forgetTab(): void
  tabs: SiblingTabs
  now(): number
}
