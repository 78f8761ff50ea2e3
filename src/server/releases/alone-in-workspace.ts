import type { Caller, Tx } from '../database/in-tenant.ts'

/**
 * A transaction that writes turned into one that may release: alone in the workspace from here to its end. To be asked as
 * late as possible, as everybody else who writes waits meanwhile.
 */
export async function aloneInWorkspace(tx: Tx, caller: Caller): Promise<Tx> {
  if (tx.mode === 'release') return tx
  await tx.query("select app.lock_workspace($1, 'release')", [caller.tenantId])
  return new Proxy(tx, {
    get: (target, name) => (name === 'mode' ? 'release' : Reflect.get(target, name, target)),
  })
}
