import { openHostedService } from '../data/hosted-service.ts'

/** One way the person signs in: their address, or an account elsewhere. */
export interface LinkedAccount {
  id: string
  provider: string
  email: string | null
}

/** The ways of whoever is signed in. Throws the service's error, as all calls here. */
export async function listLinkedAccounts(): Promise<LinkedAccount[]> {
  const { auth } = await openHostedService()
  const { data, error } = await auth.getUserIdentities()
  if (error) throw error
  return data.identities.map(({ identity_id: id, provider, identity_data: about }) => ({
    id,
    provider,
    email: typeof about?.['email'] === 'string' ? about['email'] : null,
  }))
}

/** Leaves for a provider to connect an account there; the browser comes back to this page. */
export async function connectAccount(provider: string): Promise<void> {
  const { auth } = await openHostedService()
  const { error } = await auth.linkIdentity({
    // The ids come from the service: those of its own providers, and `custom:…`.
    provider: provider as 'google',
    options: { redirectTo: `${location.origin}${location.pathname}` },
  })
  if (error) throw error
}

/** Disconnects an account elsewhere. */
export async function disconnectAccount(id: string): Promise<void> {
  const { auth } = await openHostedService()
  const { data, error } = await auth.getUserIdentities()
  if (error) throw error
  const identity = data.identities.find(({ identity_id: own }) => own === id)
  if (!identity) return
  const { error: refused } = await auth.unlinkIdentity(identity)
  if (refused) throw refused
}
