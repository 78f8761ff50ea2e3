import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Notification } from '#contracts/api/notifications.ts'
import { mailAtOnce } from '#server/notifications/mail-at-once.ts'
import { sendDigests } from '#server/notifications/send-digests.ts'
import { addPerson, api, type Api, type Person } from '../support/people.ts'
import {
  makeRecord,
  makeWorkflow,
  runIs,
  workflowWorld,
  type WorkflowWorld,
} from '../support/workflow-world.ts'

// [C-16] What somebody was told holds names and values of records: it is read only while they may see these.
let world: WorkflowWorld
let bea: Person
let hers: Api
let call: Api
let crane: string

const gone = 'About a record you can no longer see'
const words = async (who: Api = hers): Promise<[string, string, string, boolean][]> =>
  (await who.get('/api/notifications')).body.rows.map(({ subject, message, link, ours }: Notification) => [
    subject,
    message,
    link,
    ours,
  ])
const readerMay = async (grants: object): Promise<void> => {
  const { body } = await call.get('/api/roles')
  const { id } = body.rows.find(({ key }: { key: string }) => key === 'reader')
  expect(
    (await call.put(`/api/roles/${id}`, { grants: { note: { verbs: ['read'] }, ...grants } })).status,
  ).toBe(200)
}
const all = { job: { verbs: ['read'] } }
const told = ['Crane is open', 'canary 12', '/objects/x', false] as const

beforeAll(async () => {
  world = await workflowWorld()
  await world.server.services.jobs.stop()
  call = world.call
  const role = { key: 'reader', label: 'Reader', grants: { ...all, note: { verbs: ['read'] } } }
  expect((await call.post('/api/roles', role)).status).toBe(201)
  bea = await addPerson(world.owner, world.tenant, 'reader')
  hers = api(bea, world.tenant.id)
  crane = await makeRecord(call, 'job', { name: 'Crane', state: 'open', secret: 'canary', total: '12' })
  const to = [{ member: bea.userId }]
  for (const key of ['tell', 'tell_by_mail'])
    await makeWorkflow(call, key, { on: 'button', model: 'job' }, [
      {
        id: 'tell',
        kind: 'notify',
        to,
        by: ['app'],
        subject: { '=': 'record.name + " is " + record.state' },
        message: { '=': 'record.secret + " " + string(record.total)' },
        link: '/objects/x',
      },
    ])
  await makeWorkflow(call, 'mailed', { on: 'button', model: 'job' }, [
    {
      id: 'tell',
      kind: 'notify',
      to: [...to, { member: world.owner.userId }],
      by: ['mail'],
      subject: { '=': '"Mailed: " + record.name' },
      message: { '=': 'record.secret' },
      link: '/objects/x',
    },
  ])
  await makeWorkflow(call, 'plain', { on: 'button', model: 'job' }, [
    { id: 'tell', kind: 'notify', to, by: ['app'], subject: 'The week begins' },
  ])
  await makeWorkflow(call, 'found', { on: 'button' }, [
    { id: 'open', kind: 'find', model: 'job', where: null, most: 10 },
    {
      id: 'through',
      kind: 'each',
      list: { '=': 'steps.open.rows' },
      steps: [{ id: 'tell', kind: 'notify', to, by: ['app'], subject: { '=': 'item.name' } }],
    },
  ])
  await makeWorkflow(call, 'ask', { on: 'button', model: 'job' }, [
    { id: 'ask', kind: 'approve', by: to, subject: { '=': '"May " + record.name + " go?"' } },
  ])
})
afterAll(() => world.stop())

const run = async (key: string, status: 'done' | 'approval', record?: string, count = 1): Promise<void> => {
  expect((await call.post(`/api/workflows/${key}/runs`, record ? { record } : {})).status).toBe(202)
  await runIs(call, key, status, count)
}
const hidden = [gone, '', '', true]

describe('[C-16] words of a notification', () => {
  it('are read while its reader may see the record, by its rows, its model and its fields', async () => {
    await run('tell', 'done', crane)
    expect(await words()).toEqual([[...told]])
    await readerMay({ job: { verbs: ['read'], rows: { field: 'state', op: 'eq', value: 'open' } } })
    expect(await words()).toEqual([[...told]])
    await call.patch(`/api/records/job/${crane}`, { state: 'closed' })
    expect(await words()).toEqual([hidden])
    expect((await hers.get('/api/notifications')).body.unread).toBe(1)
    expect(JSON.stringify((await hers.get('/api/notifications?unread=true')).body)).not.toMatch(
      /Crane|canary/,
    )
    await call.patch(`/api/records/job/${crane}`, { state: 'open' })
    expect(await words()).toEqual([[...told]])
    await readerMay({})
    expect(await words()).toEqual([hidden])
    await readerMay({ job: { verbs: ['read'], fields: { read: ['name', 'state', 'total'], write: [] } } })
    expect(await words()).toEqual([hidden])
    await readerMay(all)
    expect(await words()).toEqual([[...told]])
  })

  it('go with a record that is deleted, come back with it, and are gone when it is removed for good', async () => {
    expect((await call.delete(`/api/records/job/${crane}`)).status).toBe(204)
    expect(await words()).toEqual([hidden])
    expect((await call.post(`/api/records/job/${crane}/restore`, {})).status).toBe(200)
    expect(await words()).toEqual([[...told]])
    const other = await makeRecord(call, 'job', {
      name: 'Fence',
      state: 'open',
      secret: 'canary',
      total: '12',
    })
    await run('tell', 'done', other, 2)
    expect((await words())[0]?.[0]).toBe('Fence is open')
    await call.delete(`/api/records/job/${other}`)
    const purged = await call.post('/api/bin/purge', { model: 'job', ids: [other] })
    expect(purged.status, JSON.stringify(purged.body)).toBe(200)
    expect(await words()).toEqual([hidden, [...told]])
  })

  it('stay where the workflow itself says them, whatever became of the record', async () => {
    const short = await makeRecord(call, 'job', { name: 'Short', state: 'open' })
    await run('plain', 'done', short)
    await call.delete(`/api/records/job/${short}`)
    expect((await words())[0]).toEqual(['The week begins', '', '', false])
  })

  it('of records that a step found are each about their own', async () => {
    const roof = await makeRecord(call, 'job', { name: 'Roof', state: 'open' })
    await run('found', 'done')
    const subjects = async () =>
      (await words())
        .slice(0, 2)
        .map(([subject]) => subject)
        .toSorted()
    expect(await subjects()).toEqual(['Crane', 'Roof'])
    await call.delete(`/api/records/job/${roof}`)
    expect(await subjects()).toEqual([gone, 'Crane'])
  })

  it('are the same of what is to be decided, in the list, on the own page and in a calendar', async () => {
    await run('ask', 'approval', crane)
    const feed = await hers.post('/api/calendar-feeds', { dates: [{ model: 'job', field: 'due' }] })
    expect(feed.status, JSON.stringify(feed.body)).toBe(201)
    const everywhere = async () => [
      (await words())[0]?.[0],
      (await hers.get('/api/mine?what=assigned')).body.approvals.map(({ subject }: Notification) => subject),
      [...(await (await fetch(feed.body.url)).text()).matchAll(/^SUMMARY:(.*)$/gm)].map(([, text]) =>
        text?.trim(),
      ),
    ]
    expect(await everywhere()).toEqual(['May Crane go?', ['May Crane go?'], ['May Crane go?']])
    await readerMay({ job: { verbs: ['read'], rows: { field: 'state', op: 'eq', value: 'closed' } } })
    expect(await everywhere()).toEqual([gone, [gone], [gone]])
    // Whoever is asked in their place is told no more than they may see.
    const second = await addPerson(world.owner, world.tenant, 'reader')
    const [waiting] = (await call.get('/api/workflows/ask/runs')).body.rows
    const asked = await call.post(`/api/workflows/ask/runs/${waiting.id}/ask`, { person: second.userId })
    expect(asked.status, JSON.stringify(asked.body)).toBeLessThan(300)
    const theirs = api(second, world.tenant.id)
    expect(await words(theirs)).toEqual([hidden])
    await readerMay(all)
    expect((await words(theirs))[0]?.[0]).toBe('May Crane go?')
  })

  it('are the same in mails, in the language of who gets them', async () => {
    await bea.supabase.auth.updateUser({
      data: { digest: 'daily', language: 'de', time_zone: 'Europe/Berlin' },
    })
    const tellAt = async (at: string) => {
      await world.server.sql('update app.notifications set read_at = now() where user_id = $1', [bea.userId])
      await run('tell_by_mail', 'done', crane, ++runs)
      await world.server.sql(
        `update app.notifications set created_at = $1, mail = 'wanted' where read_at is null and user_id = $2`,
        [at, bea.userId],
      )
    }
    let runs = 0
    const mails = async () =>
      (await world.server.mailbox(bea.email)).slice(0, 2).map(({ subject, text }) => subject + text)
    await tellAt('2031-07-07T04:30:00Z')
    await sendDigests(world.server.services, new Date('2031-07-07T06:00:00Z'))
    await mailAtOnce(world.server.services)
    for (const text of await mails()) expect(text).toMatch(/Crane is open.*canary 12/s)
    await tellAt('2031-07-08T04:30:00Z')
    await readerMay({})
    await sendDigests(world.server.services, new Date('2031-07-08T06:00:00Z'))
    await mailAtOnce(world.server.services)
    for (const text of await mails()) {
      expect(text).toContain('Zu einem Eintrag, den Sie nicht mehr sehen können')
      expect(text).not.toMatch(/Crane|canary/)
    }
    await readerMay(all)
  })

  it('are the same in the mails that a step itself sends', async () => {
    const last = async ({ email }: Person) => {
      const [mail] = await world.server.mailbox(email)
      return `${mail?.subject} ${mail?.text}`
    }
    const theirs = world.owner
    await run('mailed', 'done', crane)
    await expect.poll(() => last(bea)).toMatch(/Mailed: Crane.*canary/s)
    await readerMay({ job: { verbs: ['read'], fields: { read: ['name', 'state'], write: [] } } })
    await run('mailed', 'done', crane, 2)
    await expect.poll(() => last(bea)).toContain('Zu einem Eintrag, den Sie nicht mehr sehen können')
    expect(await last(bea)).not.toMatch(/Crane|canary|objects/)
    expect(await last(theirs)).toMatch(/Mailed: Crane.*canary.*objects/s)
    await readerMay(all)
  })
})
