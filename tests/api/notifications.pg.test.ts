import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendDigests } from '#server/notifications/send-digests.ts'
import { mailAtOnce } from '#server/notifications/mail-at-once.ts'
import { join } from '../support/channels.ts'
import { addPerson, api, makeWorkspace, signUp, type Api, type Person } from '../support/people.ts'
import { makeWorkflow, runIs, workflowWorld, type WorkflowWorld } from '../support/workflow-world.ts'
import { maskRequestId } from '../support/mask-request-id.ts'

let world: WorkflowWorld
let bea: Person
let call: Api

beforeAll(async () => {
  world = await workflowWorld()
  // Mails leave when a test says so.
  await world.server.services.jobs.stop()
  call = world.call
  bea = await addPerson(world.owner, world.tenant, 'member')
  await makeWorkflow(call, 'tell', { on: 'button' }, [
    {
      id: 'tell',
      kind: 'notify',
      to: [{ member: bea.userId }],
      by: ['app'],
      subject: 'Crane is here',
      message: 'canary-message',
      link: '/objects/x',
    },
  ])
})
afterAll(async () => {
  for (const { supabase } of [world.owner, bea]) await supabase.realtime.disconnect()
  await world.stop()
})

let told = 0
/** Tells Bea something more, and waits until it is told. */
async function tell(): Promise<void> {
  expect((await call.post('/api/workflows/tell/runs', {})).status).toBe(202)
  told += 1
  await runIs(call, 'tell', 'done', told)
}
const ban = ({ userId }: Person, until: string) =>
  world.server.sql(`update auth.users set banned_until = ${until} where id = $1`, [userId])
const mailsTo = async ({ email }: Person) =>
  (await world.server.mailbox(email)).filter(({ subject }) => /notification|Mitteilung/.test(subject))

describe('[C-16] word of notifications', () => {
  it('comes to the person alone, names the workspace and nothing else, and says too when they were read', async () => {
    const [hers, mine] = [
      await join(bea, `user:${bea.userId}`),
      await join(world.owner, `user:${world.owner.userId}`),
    ]
    expect([hers.states, mine.states]).toEqual([['SUBSCRIBED'], ['SUBSCRIBED']])
    await tell()
    const word = { event: 'notified', payload: { workspace: world.tenant.id } }
    await expect.poll(() => hers.said).toEqual([word])
    const theirs = api(bea, world.tenant.id)
    expect((await theirs.get('/api/notifications')).body).toMatchObject({ unread: 1 })
    await theirs.post('/api/notifications/read', {})
    await expect.poll(() => hers.said).toEqual([word, word])
    expect(mine.said).toEqual([])
    expect(JSON.stringify(hers.said)).not.toContain('canary')
    await hers.channel.unsubscribe()
    await mine.channel.unsubscribe()
  })
})

describe('notifications by mail', () => {
  // A Monday; seven in Bonn is five in the world's time.
  const monday = (time: string): Date => new Date(`2031-07-07T${time}Z`)
  const look = (at: Date) => sendDigests(world.server.services, at)

  it('come once a day after seven where the person is, in their language, and not without news', async () => {
    const wish = { digest: 'daily', language: 'de', time_zone: 'Europe/Berlin' }
    expect((await bea.supabase.auth.updateUser({ data: wish })).error).toBeNull()
    await tell()
    await tell()
    // As if it had been told that day.
    const toldAt = (at: string) =>
      world.server.sql(
        `update app.notifications set created_at = $1 where read_at is null and created_at < '2030-01-01'`,
        [at],
      )
    await toldAt('2031-07-07T04:30:00Z')
    await look(monday('04:59:00'))
    expect(await mailsTo(bea)).toEqual([])
    await Promise.all([look(monday('05:01:00')), look(monday('05:01:00'))])
    await look(monday('09:00:00'))
    const [mail, ...more] = await mailsTo(bea)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('2 ungelesene Mitteilungen in Automated')
    expect(mail?.text).toContain('07.07.2031, 06:30 · Crane is here – canary-message')
    expect(mail?.text).toContain('/notifications')
    // The next day there is nothing new.
    await look(new Date('2031-07-08T06:00:00Z'))
    expect(await mailsTo(bea)).toHaveLength(1)
    await tell()
    await toldAt('2031-07-08T10:00:00Z')
    await look(new Date('2031-07-09T06:00:00Z'))
    expect((await mailsTo(bea))[0]?.subject).toBe('1 ungelesene Mitteilung in Automated')
  })

  it('speak the language of the workspace’s owner to who chose none', async () => {
    const { supabase, userId } = world.owner
    await supabase.auth.updateUser({ data: { language: 'de' } })
    const other = await addPerson(world.owner, world.tenant, 'member')
    const invited = (await world.server.mailbox(other.email)).map(({ subject }) => subject)
    expect(invited[0]).toMatch(/lädt Sie zu Automated ein$/)
    await other.supabase.auth.updateUser({ data: { digest: 'daily' } })
    const note = `insert into app.notifications (tenant_id, id, user_id, subject, created_at) values ($1, gen_random_uuid(), $2, 'New', $3)`
    await world.server.sql(note, [world.tenant.id, other.userId, '2031-07-20T00:00:00Z'])
    await look(new Date('2031-07-20T12:00:00Z'))
    expect((await mailsTo(other)).map(({ subject }) => subject)).toEqual([
      '1 ungelesene Mitteilung in Automated',
    ])
    expect((await call.delete(`/api/members/${other.userId}`)).status).toBe(204)
    await world.server.sql(
      `update auth.users set raw_user_meta_data = raw_user_meta_data - 'language' where id = $1`,
      [userId],
    )
  })

  it('come on Mondays to who wants them weekly, and never to who does not want them or has left', async () => {
    const other = await addPerson(world.owner, world.tenant, 'member')
    const wish = { digest: 'weekly', time_zone: 'nowhere' }
    await other.supabase.auth.updateUser({ data: wish })
    const note = `insert into app.notifications (tenant_id, id, user_id, subject, created_at) values ($1, gen_random_uuid(), $2, 'New', $3)`
    for (const { userId } of [other, world.owner])
      await world.server.sql(note, [world.tenant.id, userId, '2031-08-01T00:00:00Z'])
    await look(new Date('2031-08-03T12:00:00Z'))
    expect(await mailsTo(other)).toEqual([])
    await look(new Date('2031-08-04T12:00:00Z'))
    expect((await mailsTo(other)).map(({ subject }) => subject)).toEqual([
      '1 unread notification in Automated',
    ])
    expect(await mailsTo(world.owner)).toEqual([])
    await world.server.sql(note, [world.tenant.id, other.userId, '2031-08-10T00:00:00Z'])
    expect((await call.delete(`/api/members/${other.userId}`)).status).toBe(204)
    await look(new Date('2031-08-11T12:00:00Z'))
    expect(await mailsTo(other)).toHaveLength(1)
  })

  it('that could not be sent are tried again', async () => {
    await tell()
    await world.server.sql(
      'update app.notifications set created_at = $1 where read_at is null and user_id = $2',
      ['2031-09-01T00:00:00Z', bea.userId],
    )
    const before = (await mailsTo(bea)).length
    const { services } = world.server
    const broken = { ...services, mail: { ...services.mail, send: () => Promise.reject(new Error('no')) } }
    const at = new Date('2031-09-01T12:00:00Z')
    await sendDigests(broken, at)
    expect(await mailsTo(bea)).toHaveLength(before)
    await look(at)
    expect(await mailsTo(bea)).toHaveLength(before + 1)
  })

  it('[AU-20] go to nobody who is banned', async () => {
    const before = (await mailsTo(bea)).length
    const note = `insert into app.notifications (tenant_id, id, user_id, subject, created_at, mail)
      values ($1, gen_random_uuid(), $2, 'unread notification', '2031-10-01T00:00:00Z', 'wanted')`
    await world.server.sql(note, [world.tenant.id, bea.userId])
    await ban(bea, "now() + interval '1 hour'")
    await look(new Date('2031-10-01T12:00:00Z'))
    await mailAtOnce(world.server.services)
    expect(await mailsTo(bea)).toHaveLength(before)
    await ban(bea, 'null')
    await look(new Date('2031-10-01T12:00:00Z'))
    expect(await mailsTo(bea)).toHaveLength(before + 1)
  })
})

describe('a mail at once', () => {
  const ids = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002']
  const note = `insert into app.notifications (tenant_id, id, user_id, subject, ours, mail) values ($1, $2, $3, $4, true, 'wanted')`
  const states = async () => {
    const rows = await world.server.sql<{ mail: string }>(
      'select mail from app.notifications where id = any($1) order by id',
      [ids],
    )
    return rows.map(({ mail }) => mail)
  }
  /** Looks once while the mail server answers as `send` does. */
  const lookWith = (send: () => Promise<void>) => {
    const { services } = world.server
    return mailAtOnce({ ...services, mail: { ...services.mail, send } })
  }
  const refused = (responseCode: number) => async () => {
    throw Object.assign(new Error('refused'), { code: 'EENVELOPE', command: 'RCPT TO', responseCode })
  }

  it('is taken when it is its turn, tried again when it was not taken, and not when it is refused for good', async () => {
    const hers = await join(bea, `user:${bea.userId}`)
    for (const [at, id] of ids.entries())
      await world.server.sql(note, [world.tenant.id, id, bea.userId, `Mail ${at}`])
    await expect.poll(() => hers.said.length).toBe(2)
    const seen: string[][] = []
    await lookWith(async () => {
      seen.push(await states())
      await refused(451)()
    })
    expect(seen).toEqual([
      ['taken', 'wanted'],
      ['wanted', 'taken'],
    ])
    expect(await states()).toEqual(['wanted', 'wanted'])
    let tried = 0
    await lookWith(async () => {
      tried += 1
      throw Object.assign(new Error('away'), { code: 'ECONNECTION' })
    })
    expect([tried, await states()]).toEqual([1, ['wanted', 'wanted']])
    await lookWith(refused(550))
    expect(await states()).toEqual(['taken', 'taken'])
    // Only what is read is news to the other windows.
    await api(bea, world.tenant.id).post('/api/notifications/read', {})
    await expect.poll(() => hers.said.length).toBe(3)
    await hers.channel.unsubscribe()
  })
})

describe('a calendar by its address', () => {
  const events = (text: string): string[] =>
    [...text.matchAll(/^SUMMARY:(.*)$/gm)].map(([, words]) => (words ?? '').trim())
  const open = async (url: string) => {
    const answer = await fetch(url)
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
  }

  it('[PT-10] shows what its person may read when it is asked for, until it is taken back', async () => {
    const theirs = api(bea, world.tenant.id)
    const { body: list } = await theirs.get('/api/calendar-feeds')
    expect(list.rows).toEqual([])
    expect(list.offered).toContainEqual(expect.objectContaining({ model: 'job', field: 'due' }))
    const make = (who: Api, dates: object[], mine = false) => who.post('/api/calendar-feeds', { dates, mine })
    expect((await make(theirs, [{ model: 'job', field: 'name' }])).status).toBe(422)
    const made = await make(theirs, [{ model: 'job', field: 'due' }])
    expect(made.status).toBe(201)
    const soon = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
    await call.post('/api/records/job', { name: 'Roof, first part', due: soon })
    await call.post('/api/records/job', { name: 'Long ago', due: '2019-01-01' })
    const seen = await open(made.body.url)
    expect([seen.status, seen.type]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(events(seen.text)).toEqual(['Roof\\, first part'])
    expect(seen.text).toContain(`DTSTART;VALUE=DATE:${soon.replaceAll('-', '')}`)
    expect((await open(made.body.url)).text.match(/^UID:.*$/gm)).toEqual(seen.text.match(/^UID:.*$/gm))
    expect((await theirs.get('/api/calendar-feeds')).body.rows[0].read_at).not.toBeNull()
    // Nothing of it is anybody else's to see or end.
    expect((await call.get('/api/calendar-feeds')).body.rows).toEqual([])
    expect((await call.delete(`/api/calendar-feeds/${made.body.id}`)).status).toBe(404)
    // A right that goes takes its dates with it.
    const limit = {
      model_id: world.jobModel,
      field_key: 'due',
      read_roles: ['owner'],
      write_roles: ['owner'],
    }
    await call.post('/api/permissions/fields/bulk', [limit])
    expect(events((await open(made.body.url)).text)).toEqual([])
    await call.delete(`/api/permissions/fields/${world.jobModel}/due`)
    const never = await open(`${world.server.url}/api/calendars/${'x'.repeat(32)}/dates.ics`)
    expect((await theirs.delete(`/api/calendar-feeds/${made.body.id}`)).status).toBe(204)
    const gone = await open(made.body.url)
    expect([never.status, gone.status, maskRequestId(gone.text)]).toEqual([
      404,
      404,
      maskRequestId(never.text),
    ])
    const secret = new URL(made.body.url).pathname.split('/')[3] ?? ''
    expect(world.server.logs.join('\n')).not.toContain(secret)
  })

  it('[AU-20] shows nothing to who is banned or left the workspace, and nobody gets there by a token of the API', async () => {
    const guest = await addPerson(world.owner, world.tenant, 'member')
    const made = await api(guest, world.tenant.id).post('/api/calendar-feeds', {
      dates: [{ model: 'job', field: 'due' }],
    })
    expect((await open(made.body.url)).status).toBe(200)
    await ban(guest, "now() + interval '1 hour'")
    expect((await open(made.body.url)).status).toBe(404)
    await ban(guest, 'null')
    expect((await open(made.body.url)).status).toBe(200)
    await call.delete(`/api/members/${guest.userId}`)
    expect((await open(made.body.url)).status).toBe(404)
    const stranger = await signUp(world.server)
    const elsewhere = await makeWorkspace(stranger, 'Elsewhere')
    expect((await api(stranger, elsewhere.id).get('/api/calendar-feeds')).body).toEqual({
      rows: [],
      offered: [],
    })
    const token = (await call.post('/api/records/sys_api_token', { name: 'Program', valid_days: 1 })).body
      .token
    const answer = await fetch(`${world.server.url}/api/calendar-feeds`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    expect(answer.status).toBe(403)
  })
})
