import type { BrowserContext } from '@playwright/test'
import { callAs, enterAs, newPerson, newWorkspace, type Person, type Workspace } from './people.ts'
import { server } from './test.ts'

export interface Customers {
  owner: Person
  workspace: Workspace
  /** By the order of their names. */
  ids: string[]
}

/** A workspace of quick setup with these customers, its owner signed in. */
export async function makeCustomers(context: BrowserContext, names: readonly string[]): Promise<Customers> {
  const owner = await newPerson(server())
  const workspace = await newWorkspace(owner)
  await callAs(owner, 'POST /api/quick-setup', { trade: null, manage: ['customers'], people: [] }, workspace)
  const ids: string[] = []
  for (const name of names) {
    const made = await callAs<{ id: string }>(
      owner,
      'POST /api/records/customers',
      { name, phone: '+49 30 555 0100' },
      workspace,
    )
    ids.push(made.id)
  }
  await enterAs(context, owner)
  return { owner, workspace, ids }
}
