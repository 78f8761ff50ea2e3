// `npm run bench:bim`: how long the built server takes from “read this” to “ready”, beside a bare read of the same file by
// web-ifc in a process of its own, in turns. FILE (../shared/data/ifc/… by default) and ROUNDS change what is measured.
import { execFile } from 'node:child_process'
import { existsSync, openAsBlob, readFileSync, statSync } from 'node:fs'
import { loadavg } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { api, makeWorkspace, signUp, type Api } from '../../tests/support/people.ts'
import { ServerProcess } from '../../tests/support/server-process.ts'
import { createTestDatabase, startTestDatabase } from '../../tests/support/start-test-database.ts'
import type { TestServer } from '../../tests/support/start-test-server.ts'
import { postmasterOf, processorTime, spentBetween } from './processor-time.ts'

const file = process.env['FILE'] ?? '../shared/data/ifc/schependomlaan_merged_33.7MB_ifc2x3_qto.ifc'
const rounds = Number(process.env['ROUNDS'] ?? 3)

interface Bare {
  total: number
  open: number
  lines: number
  meshes: number
  megabytes: number
}

const run = promisify(execFile)

async function bareRead(meshes: boolean): Promise<Bare> {
  const script = join(import.meta.dirname, 'bare-read.ts')
  const env = { ...process.env, MESHES: meshes ? '1' : '0' }
  const { stdout } = await run(process.execPath, ['--import', 'tsx', script, file], { env })
  return JSON.parse(stdout) as Bare
}

if (existsSync(file)) await measure()
else console.log(`${file} is not here: nothing is measured.`)

async function measure(): Promise<void> {
  console.log(`${basename(file)}, ${(statSync(file).size / 1e6).toFixed(1)} MB`)
  const machine = await startTestDatabase()
  process.env['FORMWORK_TEST_DATABASE_URL'] = machine.url
  const database = await createTestDatabase()
  const server = new ServerProcess(database.url, {})
  try {
    await server.start()
    const postmaster = await postmasterOf(database.url)
    const owner = await signUp({ url: server.url, mailbox: server.mailbox } as unknown as TestServer)
    const call = api(owner, (await makeWorkspace(owner, 'Models')).id)
    await call.post('/api/standard-models', { keys: ['bim_elements'] })
    const { body: project } = await call.post('/api/records/bim_projects', { name: 'Measured' })
    const newModel = async (): Promise<string> => {
      const { body } = await call.post('/api/records/bim_models', {
        bim_project: project.id,
        name: 'Measured',
      })
      return body.id
    }
    for (const meshes of [false, true])
      for (let round = 1; round <= rounds; round += 1) {
        const bare = await bareRead(meshes)
        const model = await newModel()
        const read = () => readOnServer(call, model, meshes, { server: server.pid, postmaster })
        const { ms, readers, spent } = await read()
        console.log(
          `${meshes ? 'with' : 'without'} triangles, round ${round}: bare ${bare.total} ms (open ${bare.open}, lines ${bare.lines}, triangles ${bare.meshes}; ${bare.megabytes} MB), server to ready ${ms} ms = ${(ms / bare.total).toFixed(2)} times; readers ${readers.join(' and ')} MB, server ${Math.round(server.peakMegabytes())} MB; processor: ${spent}; load ${loadavg()[0]?.toFixed(1)}`,
        )
        if (meshes) {
          const next = await read()
          console.log(`its next version, compared with it: ${next.ms} ms; processor: ${next.spent}`)
        }
      }
  } finally {
    await server.end()
    await database.drop()
    await machine.stop()
  }
}

/** Notes the most memory, in megabytes, that each reader a process has started has held so far. */
function noteReaders(pid: number, script: RegExp, held: Map<string, number>): void {
  for (const child of readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' '))
    try {
      if (!script.test(readFileSync(`/proc/${child}/cmdline`, 'utf8'))) continue
      const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child}/status`, 'utf8')) ?? []
      if (kilobytes) held.set(child, Math.round(Number(kilobytes) / 1024))
    } catch {
      // It has ended meanwhile.
    }
}

async function readOnServer(
  call: Api,
  model: string,
  measured: boolean,
  { server, postmaster }: { server: number; postmaster: number },
): Promise<{ ms: number; readers: number[]; spent: string }> {
  const held = new Map<string, number>()
  // Without triangles the process for them only waits.
  const readers = measured ? /(ifc|mesh)-reader/ : /ifc-reader/
  const sent = await call.post(`/api/files?name=${basename(file)}`, undefined, {
    bytes: await openAsBlob(file),
    headers: { 'Content-Type': 'application/octet-stream' },
  })
  if (sent.status !== 201) throw new Error(JSON.stringify(sent.body))
  const { body: version } = await call.post('/api/records/bim_model_versions', {
    bim_model: model,
    file: [{ id: sent.body.id }],
    measure: measured,
  })
  // The readers are started when the upload begins, which takes as long over a network.
  await wait(2000)
  const before = processorTime(server, postmaster)
  const started = performance.now()
  await call.post('/api/commands/bim.read', { version: version.id })
  for (;;) {
    const { body } = await call.get(`/api/records/bim_model_versions/${version.id}`)
    if (body.status === 'ready') {
      const ms = Math.round(performance.now() - started)
      // Its readers are ended now.
      await wait(300)
      return {
        ms,
        readers: [...held.values()],
        spent: spentBetween(before, processorTime(server, postmaster)),
      }
    }
    if (body.status === 'failed') throw new Error(body.reason)
    noteReaders(server, readers, held)
    // Each question takes some milliseconds of the two processors that the reading needs: often only towards the end.
    await wait(body.progress >= 85 ? 50 : 300)
  }
}
