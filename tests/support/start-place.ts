import { api, makeWorkspace, signUp, type Api, type Person, type TestTenant } from './people.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'

/** A server of its own with one workspace, and who owns it. */
export interface Place {
  server: TestServer
  ann: Person
  tenant: TestTenant
  /** Calls as the owner, in the workspace. */
  owner: Api
}

/** Starts a server and makes a workspace on it; whoever calls stops the server. */
export async function startPlace(name: string, more: { subdomain?: string } = {}): Promise<Place> {
  const server = await startTestServer()
  const ann = await signUp(server)
  const tenant = await makeWorkspace(ann, name, more)
  return { server, ann, tenant, owner: api(ann, tenant.id) }
}

/** Makes records as somebody and answers their ids; throws when one is refused. */
export const creator =
  (call: () => Api) =>
  async (model: string, values: object): Promise<string> => {
    const { status, body } = await call().post(`/api/records/${model}`, values)
    if (status !== 201) throw new Error(JSON.stringify(body))
    return body.id as string
  }
