import type { SupabaseClient } from '@supabase/supabase-js'
import { apiBase, readMeta, startApiBase } from '../data/api-base.ts'

/**
 * A client of the hosted service that keeps nothing: for a call that begins a session beside the one in use. Sessions it
 * began are ended by `signOut({ scope: 'local' })`.
 */
export async function openPassingClient(): Promise<SupabaseClient> {
  const [{ createClient }] = await Promise.all([import('@supabase/supabase-js'), startApiBase()])
  const origin = apiBase()
  const { supabase } = await readMeta(origin)
  return createClient(supabase.url, supabase.anonKey, {
    auth: {
      // Of its own: the library warns of two clients under one key.
      storageKey: `formwork-passing@${origin}`,
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
    },
  })
}
