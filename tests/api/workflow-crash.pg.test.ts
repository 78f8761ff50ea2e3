import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api, makeWorkspace, signUp } from '../support/people.ts'
import { ServerProcess } from '../support/server-process.ts'
import { createTestDatabase } from '../support/start-test-database.ts'
import type { TestServer } from '../support/start-test-server.ts'
import {
  makeRecord,
  makeWorkflow,
  runIs,
  runsOf,
  workflowWorld,
  type WorkflowWorld,
} from '../support/workflow-world.ts'

let world: WorkflowWorld
/** Each run has ten steps and is killed in every one of them. */
const runs = process.env['LONG'] ? 200 : 1

beforeAll(async () => {
  world = await workflowWorld()
  Object.assign(world.server.services.settings, { webhooksToInnerAddresses: true })
})
afterAll(() => world.stop())

// A sequence does not go back with its transaction: every other line of a log kills the connection that writes it, so each
// step is killed, with all it wrote, before it is done; several runs at once share the sequence.
const killer = `
  create sequence public.kills;
  grant usage on sequence public.kills to public;
  create function public.kill_every_other() returns trigger language plpgsql as $$
  begin
    if nextval('public.kills') % 2 = 1 then
      perform pg_terminate_backend(pg_backend_pid());
      perform pg_sleep(1);
    end if;
    return null;
  end
  $$;
  create trigger kill_every_other after insert on app.workflow_steps for each row execute function public.kill_every_other()`

describe('a run that is killed in every step', () => {
  it('does each thing once', { timeout: 20_000 + runs * 2000 }, async () => {
    const { call, server, owner, address } = world
    const note = (id: string) => ({
      id,
      kind: 'create',
      model: 'note',
      values: { text: { '=': `'${id} ' + record.name` } },
    })
    const count = (id: string) => ({
      id,
      kind: 'set',
      model: 'job',
      values: { count: { '=': 'record.count + 1' } },
    })
    await makeWorkflow(call, 'killed', { on: 'button', model: 'job' }, [
      note('one'),
      count('two'),
      {
        id: 'tell',
        kind: 'notify',
        to: [{ '=': 'user.id' }],
        by: ['app', 'mail'],
        subject: { '=': 'record.name' },
      },
      { id: 'call', kind: 'call', url: `${address}/killed`, body: { name: { '=': 'record.name' } } },
      {
        id: 'loop',
        kind: 'each',
        list: { '=': '[1, 2]' },
        steps: [count('three')],
      },
      { id: 'way', kind: 'branch', test: { '=': 'record.count == 4' }, yes: [note('four')] },
      count('five'),
    ])
    await server.sql(killer)
    const ids = await Promise.all(
      Array.from({ length: runs }, (_, index) => makeRecord(call, 'job', { name: `Job ${index}`, count: 1 })),
    )
    for (const record of ids)
      expect((await call.post('/api/workflows/killed/runs', { record })).status).toBe(202)
    await runIs(call, 'killed', 'done', runs)
    const [kills] = await server.sql<{ last_value: string }>('select last_value from public.kills')
    expect(Number(kills?.last_value)).toBeGreaterThanOrEqual(runs * 20)

    for (const run of await runsOf(call, 'killed')) {
      expect(run.log.map(({ step_id, status, attempt }) => [step_id, status, attempt])).toEqual(
        ['one', 'two', 'tell', 'call', 'loop', 'three', 'three', 'way', 'four', 'five'].map((id) => [
          id,
          'done',
          1,
        ]),
      )
    }
    const ask = async (model: string): Promise<Record<string, unknown>[]> =>
      (await call.post('/api/query', { queries: [{ model, page: { size: 500 } }] })).body.results[0].rows
    expect((await ask('job')).map(({ count: found }) => found)).toEqual(ids.map(() => 5))
    expect((await ask('note')).map(({ text }) => text).toSorted()).toEqual(
      ids.flatMap((_, index) => [`four Job ${index}`, `one Job ${index}`]).toSorted(),
    )
    const told = (await call.get('/api/notifications?size=200')).body.rows as { subject: string }[]
    expect(told.map(({ subject }) => subject).toSorted()).toEqual(
      ids.map((_, index) => `Job ${index}`).toSorted(),
    )
    const mails = (await server.mailbox(owner.email)).filter(({ subject }) => subject.startsWith('Job '))
    expect(mails).toHaveLength(runs)
    // A call that was made before the kill is made again, with the same key.
    expect(new Set(world.heard.map(({ key }) => key)).size).toBe(runs)
    expect(world.heard.length).toBeGreaterThanOrEqual(runs)
  })
})

describe('a server that is killed while it is at a run', () => {
  it.runIf(process.env['LONG'])(
    'goes on after a restart, and has done each thing once',
    async () => {
      const turns = 200
      const database = await createTestDatabase()
      const server = new ServerProcess(database.url)
      await server.start()
      try {
        const address = { url: server.url, mailbox: server.mailbox } as unknown as TestServer
        const owner = await signUp(address)
        const call = api(owner, (await makeWorkspace(owner, 'Killed')).id)
        await call.post('/api/models', {
          key: 'note',
          label: 'Notes',
          schema: { fields: [{ key: 'text', label: 'Text', type: 'text' }] },
        })
        const list = Array.from({ length: turns }, (_, index) => index)
        const steps = [
          { id: 'note', kind: 'create', model: 'note', values: { text: { '=': 'string(item)' } } },
        ]
        await makeWorkflow(call, 'loop', { on: 'button' }, [
          { id: 'turns', kind: 'each', list: { '=': JSON.stringify(list) }, most: turns, steps },
        ])
        await call.post('/api/workflows/loop/runs', {})
        let done = 0
        let kills = 0
        for (;;) {
          const { body } = await call.get('/api/workflows/loop/runs')
          if (body.rows[0].status === 'done') break
          if (kills < 20 && body.rows[0].steps > done) {
            done = body.rows[0].steps
            await wait(Math.random() * 20)
            await server.kill()
            await server.start()
            kills++
          } else await wait(20)
        }
        expect(kills).toBeGreaterThan(5)
        const { body } = await call.post('/api/query', { queries: [{ model: 'note', page: { size: 500 } }] })
        expect(
          body.results[0].rows.map(({ text }: { text: string }) => Number(text)).toSorted(byNumber),
        ).toEqual(list)
      } finally {
        await server.end()
        await database.drop()
      }
    },
    1_800_000,
  )
})

const byNumber = (a: number, b: number): number => a - b
