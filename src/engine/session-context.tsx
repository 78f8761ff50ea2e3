import { createContext, use } from 'react'

/** Who is here, in which workspace. For display only: the server decides what they may do. */
export interface EngineSession {
  user: { id: string; email: string | null; name: string | null } | null
  tenant: { id: string; name: string; subdomain?: string | null } | null
  role: string | null
}

const nobody: EngineSession = { user: null, tenant: null, role: null }
const SessionContext = createContext<EngineSession>(nobody)

/** The application gives the session here; screens read it as `user` and `tenant`. */
export const SessionProvider = SessionContext.Provider

/** The person, the workspace and the role. */
export const useSession = (): EngineSession => use(SessionContext)
