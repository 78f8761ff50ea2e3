import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect } from '@playwright/test'
import { callAs, type Person, type Workspace } from './people.ts'

interface Made {
  id: string
}

/** Uploads an IFC file as the next version of a building model, and waits until it is read; answers the version. */
export async function readModelFile(
  owner: Person,
  workspace: Workspace,
  model: string,
  path: string,
): Promise<string> {
  const call = <Answer>(name: string, body?: unknown) => callAs<Answer>(owner, name, body, workspace)
  const sent = await fetch(`${owner.server}/api/files?name=${basename(path)}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${owner.session.access_token}`,
      'X-Tenant-Id': workspace.id,
      'Content-Type': 'application/octet-stream',
    },
    body: readFileSync(path),
  })
  const kept = (await sent.json()) as Made
  const { id: version } = await call<Made>('POST /api/records/bim_model_versions', {
    bim_model: model,
    file: [{ id: kept.id }],
  })
  await call('POST /api/commands/bim.read', { version })
  const status = async (): Promise<string> =>
    (await call<{ status: string }>(`GET /api/records/bim_model_versions/${version}`)).status
  await expect.poll(status, { timeout: 60_000 }).toBe('ready')
  return version
}
