import type { BrowserContext } from '@playwright/test'
import { callAs, enterAs, newPerson, newWorkspace, type Person, type Workspace } from './people.ts'
import { server } from './test.ts'

export interface Begun {
  owner: Person
  workspace: Workspace
  /** Calls the API there. */
  call<Answer>(name: string, body?: unknown): Promise<Answer>
  /** Makes a record there; its id. */
  make(model: string, values: object): Promise<string>
}

/** A workspace of its own with these standard models, its owner signed in. */
export async function beginWith(context: BrowserContext, keys: readonly string[]): Promise<Begun> {
  const owner = await newPerson(server())
  const workspace = await newWorkspace(owner)
  const call = <Answer>(name: string, body?: unknown) => callAs<Answer>(owner, name, body, workspace)
  const make = async (model: string, values: object): Promise<string> =>
    (await call<{ id: string }>(`POST /api/records/${model}`, values)).id
  await call('POST /api/standard-models', { keys })
  await enterAs(context, owner)
  return { owner, workspace, call, make }
}
