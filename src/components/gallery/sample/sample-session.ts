import type { SessionEntry } from '#contracts/session-entry.ts'
import type { Tenant } from '#contracts/tenant.ts'
import type { EngineSession } from '#engine/session-context.tsx'

/** Who looks at the samples: the owner of a small workspace. */
export const sampleSession: EngineSession = {
  user: { id: 'sample-sys_member-1', email: 'anna@example.com', name: 'Anna Brandt' },
  tenant: { id: 'sample-workspace', name: 'Brandt Bau' },
  role: 'owner',
}

/** Her workspaces, and where she is signed in. */
export const sampleTenants: Tenant[] = [
  {
    id: 'sample-workspace',
    name: 'Brandt Bau',
    subdomain: 'brandt-bau',
    role: 'owner',
    accent: null,
    logo: null,
  },
]

export const sampleSignIns: SessionEntry[] = [
  {
    id: 'sample-sign-in-1',
    current: true,
    created_at: '2026-03-02T07:12:00.000Z',
    last_seen_at: '2026-03-09T08:40:00.000Z',
    user_agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/134.0.0.0 Safari/537.36',
    address: '203.0.113.24',
    second_factor: true,
  },
  {
    id: 'sample-sign-in-2',
    current: false,
    created_at: '2026-02-20T16:05:00.000Z',
    last_seen_at: '2026-03-06T11:20:00.000Z',
    user_agent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 Version/18.3 Mobile/15E148 Safari/604.1',
    address: '198.51.100.7',
    second_factor: false,
  },
]
