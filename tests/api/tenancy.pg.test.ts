import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api, makeWorkspace, signUp } from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

describe('workspaces', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.stop())

  it('a person signs up, makes a workspace and is its owner', async () => {
    const ann = await signUp(server)
    const first = await api(ann).get('/api/tenants')
    expect(first.body, server.logs.join('\n')).toMatchObject({ rows: [] })
    const tenant = await makeWorkspace(ann, 'Anker Bau')
    expect(tenant).toMatchObject({ name: 'Anker Bau', role: 'owner', subdomain: null })
    const status = await api(ann).get('/api/auth/tenant-status')
    expect(status.body).toEqual({
      status: 'selected',
      tenant_id: tenant.id,
      name: 'Anker Bau',
      role: 'owner',
    })
  })
})
