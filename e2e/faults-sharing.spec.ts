import type { Page } from '@playwright/test'
import { must } from '#base/assert.ts'
import { breaking, holding } from './support/breaking.ts'
import { demoForFile } from './support/demo.ts'
import { enterAs } from './support/people.ts'
import { takePictures } from './support/pictures.ts'
import { expect, test } from './support/test.ts'

const demo = demoForFile()

const doneOnce = 'The server could not be reached. Try again when the connection is back: it is done once.'
const told = (page: Page) => page.getByText(doneOnce).first()

interface Told {
  id: string
  subject: string
  approval: { id: string; status: string; comment: string | null } | null
}
const notifications = async (): Promise<Told[]> =>
  (await demo.owner.call<{ rows: Told[] }>('GET /api/notifications?size=100')).rows

/** Asks the owner for a decision, as a workflow does; answers when it waits for them. */
async function askFor(subject: string): Promise<void> {
  const key = `ask_${subject.toLowerCase().replaceAll(/\W+/g, '_')}`
  await demo.owner.call('POST /api/workflows', {
    key,
    title: subject,
    trigger: { on: 'button', model: 'equipment' },
    steps: [{ id: 'ask', kind: 'approve', by: [{ role: 'owner' }], subject }],
  })
  const record = must(await demo.owner.first('equipment'))['id']
  await demo.owner.call(`POST /api/workflows/${key}/runs`, { record })
  await expect
    .poll(async () => (await notifications()).find((one) => one.subject === subject)?.approval?.status)
    .toBe('waiting')
}

for (const [what, button, status] of [
  ['approved', 'Approve', 'Approved'],
  ['rejected', 'Reject', 'Rejected'],
] as const)
  test(`[R-08] [X-04] what is ${what} in the notifications without a server keeps its comment, and is decided once`, async ({
    page,
    context,
  }) => {
    const subject = `May the crane be ${what}?`
    await askFor(subject)
    await enterAs(context, demo.owner)
    await page.goto(`${demo.url}/notifications`)
    const line = page.getByRole('listitem').filter({ hasText: subject })
    const comment = line.getByLabel('Comment')
    await comment.fill('As we said')
    const broken = await breaking(page, /\/api\/approvals\//)
    await line.getByRole('button', { name: button }).click()
    await expect(told(page)).toBeVisible()
    await expect(comment).toHaveValue('As we said')
    await takePictures(page, `sharing-${what}`)
    await broken.mend()

    await test.step('the whole server is away, and the line stays to be decided', async () => {
      const away = await breaking(page, /\/api\//)
      await line.getByRole('button', { name: button }).click()
      await expect.poll(away.calls).toBeGreaterThan(1)
      await expect(line.getByRole('button', { name: button })).toBeEnabled()
      await expect(comment).toHaveValue('As we said')
      await away.mend()
    })

    const slow = await holding(page, /\/api\/approvals\//, 'POST')
    await line.getByRole('button', { name: button }).click()
    await expect.poll(slow.calls).toBe(1)
    await line.getByRole('button', { name: 'Approve' }).click({ force: true })
    await line.getByRole('button', { name: 'Reject' }).click({ force: true })
    await slow.letGo()
    await expect(line.getByText(status, { exact: true })).toBeVisible()
    await expect(line.getByText('As we said')).toBeVisible()
    expect(slow.calls()).toBe(1)
  })

test('[R-08] [X-04] a decision whose answer alone was lost is shown as it was made', async ({
  page,
  context,
}) => {
  const subject = 'May the hoist go?'
  await askFor(subject)
  await enterAs(context, demo.owner)
  await page.goto(`${demo.url}/notifications`)
  const line = page.getByRole('listitem').filter({ hasText: subject })
  await breaking(page, /\/api\/approvals\//, async (route) => {
    await route.fetch()
    return route.abort('connectionreset')
  })
  await line.getByRole('button', { name: 'Reject' }).click()
  await expect(told(page)).toBeVisible()
  await expect(line.getByText('Rejected', { exact: true })).toBeVisible()
  await expect(line.getByRole('button', { name: 'Approve' })).toHaveCount(0)
})

/** The page of a piece of equipment, with its links. */
async function openObject(page: Page): Promise<{ token: string; links: ReturnType<Page['getByRole']> }> {
  const id = must(await demo.owner.first('equipment'))['id']
  const { token } = await demo.owner.call<{ token: string }>(`GET /api/records/equipment/${id}`)
  await enterAs(page.context(), demo.owner)
  await page.goto(`${demo.url}/o/${token}`)
  return { token, links: page.getByRole('region', { name: 'Public links' }) }
}

const sharesOf = async (token: string): Promise<{ id: string; status: string }[]> =>
  (await demo.owner.call<{ rows: { id: string; status: string }[] }>(`GET /api/objects/${token}/shares`)).rows

test('[PT-01] [X-04] a public link made and taken back without a server keeps what was chosen, and is made and taken back once', async ({
  page,
}) => {
  const { token, links } = await openObject(page)
  const before = (await sharesOf(token)).length
  await links.getByRole('button', { name: 'Share publicly' }).click()
  await links.getByRole('checkbox', { name: 'Name' }).check()
  await expect(links.getByRole('definition')).toHaveCount(1)

  await test.step('what it would show cannot be asked: it says so and goes on', async () => {
    const broken = await breaking(page, /share\/preview/)
    await links.getByRole('checkbox', { name: 'Kind' }).check()
    await expect(links.getByText('What it shows could not be read')).toBeVisible({ timeout: 20_000 })
    await expect(links.getByRole('checkbox', { name: 'Kind' })).toBeChecked()
    await expect(links.getByRole('button', { name: 'Make link' })).toBeDisabled()
    await takePictures(page, 'sharing-preview')
    await broken.mend()
    await links.getByRole('button', { name: 'Try again' }).click()
    await expect(links.getByRole('definition')).toHaveCount(2)
  })

  await links.getByLabel(/^Password/).fill('crane & stone = 7')
  await test.step('nobody answers: it says so, and all that was chosen is there', async () => {
    const broken = await breaking(page, /\/share$/)
    await links.getByRole('button', { name: 'Make link' }).click()
    await expect(told(page)).toBeVisible()
    await expect(links.getByLabel(/^Password/)).toHaveValue('crane & stone = 7')
    await takePictures(page, 'sharing-making')
    await broken.mend()
  })

  await test.step('the answer alone is lost: one link is open, and it is the one that is shown', async () => {
    const lost = await breaking(page, /\/share$/, async (route) => {
      await route.fetch()
      return route.abort('connectionreset')
    })
    await links.getByRole('button', { name: 'Make link' }).click()
    await expect.poll(lost.calls).toBe(1)
    await expect.poll(async () => (await sharesOf(token)).length).toBe(before + 1)
    await lost.mend()
    await links.getByRole('button', { name: 'Make link' }).click()
    const address = await links.getByLabel('Public link').inputValue()
    const made = (await sharesOf(token)).slice(0, -before || undefined)
    expect(made.filter(({ status }) => status === 'open')).toHaveLength(1)
    expect((await fetch(address)).status).toBe(403)
    await links.getByRole('button', { name: 'Done' }).click()
  })

  await test.step('it is taken back without a server: the question stays and says so', async () => {
    const open = links.getByRole('listitem').filter({ hasText: 'With password' }).first()
    await open.getByRole('button', { name: 'Take back' }).click()
    const question = page.getByRole('alertdialog')
    const broken = await breaking(page, /\/api\/shares\//)
    await question.getByRole('button', { name: 'Take back' }).click()
    await expect(question.getByText(doneOnce)).toBeVisible()
    await takePictures(page, 'sharing-taking-back')
    await broken.mend()
    const slow = await holding(page, /\/api\/shares\//, 'DELETE')
    await question.getByRole('button', { name: 'Take back' }).click()
    await expect.poll(slow.calls).toBe(1)
    await question.getByRole('button', { name: 'Take back' }).click({ force: true })
    await slow.letGo()
    await expect(question).toHaveCount(0)
    await expect(open.getByText('Taken back')).toBeVisible()
    expect(slow.calls()).toBe(1)
  })
})

test('[PT-07] [X-04] a shared page that was opened without a network is there once it is back, and its password opens it', async ({
  page,
  browser,
}) => {
  const { token } = await openObject(page)
  const { url } = await demo.owner.call<{ url: string }>(`POST /api/objects/${token}/share`, {
    fields: ['name'],
    password: 'crane & stone = 7',
  })
  const outside = await browser.newContext()
  const visitor = await outside.newPage()
  await outside.setOffline(true)
  await expect(visitor.goto(url)).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
  await outside.setOffline(false)
  await visitor.goto(url)
  await visitor.getByLabel('Password').fill('crane & stone = 7')
  await outside.setOffline(true)
  await visitor.getByRole('button', { name: 'Open' }).click()
  await expect(visitor.getByRole('heading', { name: 'This page asks for a password' })).toHaveCount(0)
  await outside.setOffline(false)
  await visitor.goto(url)
  await visitor.getByLabel('Password').fill('crane & stone = 7')
  await visitor.getByRole('button', { name: 'Open' }).click()
  await expect(visitor.getByRole('heading', { level: 1, name: 'asks for a password' })).toHaveCount(0)
  await expect(visitor.getByRole('definition').first()).toBeVisible()
  await outside.close()
})
