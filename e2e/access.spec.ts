import type { Page } from '@playwright/test'
import { checkAxe } from './support/check-axe.ts'
import { press, tabTo } from './support/keyboard.ts'
import { mailsTo } from './support/mailbox.ts'
import { takePictures } from './support/pictures.ts'
import { callAs, enterAs, newAddress, newMember, newPerson, newWorkspace } from './support/people.ts'
import { expect, server, test } from './support/test.ts'

test('[C-05] a screen that is not for a role says why, who can change that, and asks them', async ({
  page,
  context,
}) => {
  const owner = await newPerson(server(), 'Mara Falk')
  const workspace = await newWorkspace(owner)
  const secret = { path: '/takeover', layout: 'dashboard', title: 'Takeover', access: { roles: ['admin'] } }
  await callAs(owner, 'POST /api/routes', secret, workspace)
  const member = await newMember(owner, workspace, 'member')
  await enterAs(context, member)
  await page.goto(`${server()}/settings/access`)
  await expect(page.getByRole('heading', { name: 'You may not open this screen' })).toBeVisible()
  await expect(page.getByText('“Access” is not part of your role, Member.')).toBeVisible()
  await expect(page.getByText('Mara Falk can give you access.')).toBeVisible()
  await checkAxe(page)
  await page.getByRole('button', { name: 'Ask for access' }).click()
  await expect(page.getByText('They were asked by mail.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Asked' })).toBeDisabled()
  const [mail] = await mailsTo(server(), owner.email)
  expect(mail?.subject).toBe('Grace Hopper asks for access to Access')

  // What may not be known to exist looks like what does not exist.
  for (const path of ['/takeover', '/nowhere']) {
    await page.goto(server() + path)
    await expect(page.getByRole('heading', { name: 'There is no screen at this address' })).toBeVisible()
    await expect(page.getByText('Mara Falk')).toHaveCount(0)
    await checkAxe(page)
  }
})

test('[R-06] [S-10] a customer lands somewhere that says what this is', async ({ page, context }) => {
  const owner = await newPerson(server(), 'Mara Falk')
  const workspace = await newWorkspace(owner)
  await enterAs(context, await newMember(owner, workspace, 'customer'))
  await page.goto(`${server()}/dashboard`)
  await expect(page).toHaveURL(/\/customer$/)
  await expect(page.getByText('Nothing is shared with you yet')).toBeVisible()
  await checkAxe(page)
  await page.goto(`${server()}/models`)
  await expect(page.getByText('“Models” is not part of your role, Customer.')).toBeVisible()
  await page.goto(`${server()}/nowhere`)
  await page.getByRole('link', { name: 'Go to the start' }).click()
  await expect(page).toHaveURL(/\/customer$/)
  await page.getByRole('link', { name: 'Go to another workspace' }).click()
  await expect(page).toHaveURL(/select-tenant/)
})

test('who is taken out of a workspace while it is open is led to the choice of one', async ({
  page,
  context,
}) => {
  const owner = await newPerson(server(), 'Mara Falk')
  const workspace = await newWorkspace(owner)
  const member = await newMember(owner, workspace, 'member')
  await enterAs(context, member)
  await page.goto(`${server()}/dashboard`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await callAs(owner, `DELETE /api/members/${member.session.user.id}`, undefined, workspace)
  await expect(page).toHaveURL(/select-tenant/, { timeout: 60_000 })
  await checkAxe(page)
})

test('who may do what and why, and a look at the workspace as somebody else', async ({ page, context }) => {
  const owner = await newPerson(server(), 'Mara Falk')
  const workspace = await newWorkspace(owner)
  const chosen = { trade: null, manage: ['customers'], people: [] }
  await callAs(owner, 'POST /api/quick-setup', chosen, workspace)
  const { rows } = await callAs<{ rows: { id: string; key: string }[] }>(
    owner,
    'GET /api/models',
    undefined,
    workspace,
  )
  const model = rows.find(({ key }) => key === 'customers')?.id
  const rule = { model_id: model, field_key: 'phone', read_roles: ['owner'], write_roles: ['owner'] }
  await callAs(owner, 'POST /api/permissions/fields/bulk', [rule], workspace)
  await callAs(
    owner,
    'POST /api/records/customers',
    { name: 'Brandt KG', phone: '+49 30 555 0200' },
    workspace,
  )
  const member = await newMember(owner, workspace, 'member')
  await enterAs(context, owner)
  await page.goto(`${server()}/access-control`)
  await page.getByRole('link', { name: 'Check' }).click()
  await page.getByLabel('Who').selectOption({ label: 'Grace Hopper (Member)' })
  await page.getByLabel('Screen').selectOption({ label: 'People' })
  await expect(page.getByText('Does not open the screen /settings/users')).toBeVisible()
  const phone = page.getByRole('row', { name: /^Phone/ })
  await expect(phone).toContainText('The list does not have the role: Owner.')
  await checkAxe(page)
  await page.getByRole('button', { name: 'See the workspace this way' }).click()

  const mark = page.getByText('You see this workspace as Grace Hopper. Nothing can be changed.')
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(mark).toBeVisible()
  await checkAxe(page)
  // Told to the browser by the server, as to the member: no phone number, and no screen to manage people.
  const answers: string[] = []
  page.on('response', async (response) => {
    if (response.url().includes('/api/')) answers.push(await response.text().catch(() => ''))
  })
  await page.goto(`${server()}/objects?model=customers`)
  await expect(page.getByRole('grid').getByText('Brandt KG')).toBeVisible()
  await expect(mark).toBeVisible()
  expect(answers.join('\n')).not.toContain('555 0200')
  await page.goto(`${server()}/settings/users`)
  await expect(page.getByRole('heading', { name: 'You may not open this screen' })).toBeVisible()
  await expect(mark).toBeVisible()
  await page.getByRole('button', { name: 'Ask for access' }).click()
  await expect(page.getByText('Nothing can be changed in a preview.')).toBeVisible()
  await page.getByRole('button', { name: 'End the preview' }).click()
  await expect(page).toHaveURL(/\/access-control\/check$/)
  await expect(mark).toHaveCount(0)
  expect(member.session.user.id).not.toBe(owner.session.user.id)
})

test('[C-13] the screens of people and access while their data is away: each says so, and comes back', async ({
  context,
}) => {
  test.slow()
  const owner = await newPerson(server(), 'Mara Falk')
  await newWorkspace(owner)
  await enterAs(context, owner)
  const paths = [
    '/settings/sign-in',
    '/access-control/check',
    '/settings/users',
    '/settings/access',
    '/access-control',
    '/invites',
    '/settings/service-accounts',
    '/settings/audit',
    '/settings/customer-area',
    '/profile',
    '/settings/leave',
  ]
  // What the frame around a screen asks for arrives; and no device has a copy of the rest.
  const data = /\/(api|auth\/v1)\/(?!_meta|routes|layouts|auth\/|route-access|tenants|token)/
  await context.route(data, (route) => route.abort('connectionrefused'))
  const pages = await Promise.all(
    paths.map(async (path) => {
      const page = await context.newPage()
      await page.goto(server() + path)
      return page
    }),
  )
  const again = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Try again' })
  for (const page of pages) await expect(again(page).first(), page.url()).toBeVisible({ timeout: 60_000 })
  await takePictures(pages[1]!, 'check-away')
  await context.unroute(data)
  for (const page of pages) {
    // A screen of several parts has a button for each; what looks again by itself may be faster than the hand.
    while (await again(page).first().isVisible())
      await again(page)
        .first()
        .click({ timeout: 2_000 })
        .catch(() => undefined)
    await expect(page.getByRole('main').getByRole('alert'), page.url()).toHaveCount(0)
  }
})

test('[U-08] by keyboard, with the connection gone at the wrong moment: what was chosen stays, and is done once', async ({
  page,
  context,
}) => {
  const owner = await newPerson(server(), 'Mara Falk')
  await newWorkspace(owner)
  await enterAs(context, owner)
  await page.goto(`${server()}/access-control/check`)
  await tabTo(page, page.getByLabel('Who'))
  await page.keyboard.type('Customer')
  await expect(page.getByText('Does not open the screen /dashboard')).toBeVisible()
  await tabTo(page, page.getByLabel('Screen'))
  await tabTo(page, page.getByRole('button', { name: 'See the workspace this way' }))
  await checkAxe(page)
  await takePictures(page, 'check')

  await page.goto(`${server()}/settings/users`)
  await press(page, page.getByRole('button', { name: 'Invite somebody' }))
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Email')).toBeVisible()
  await tabTo(page, dialog.getByLabel('Email'))
  const invited = newAddress('grace')
  await page.keyboard.type(invited)
  await tabTo(page, dialog.getByLabel('Role'))
  await page.keyboard.type('Member')
  // The invitation arrives, its answer does not: whoever presses again does not invite twice.
  const keys: (string | undefined)[] = []
  await page.route('**/api/records/sys_invite', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
  await press(page, dialog.getByRole('button', { name: 'Send invitation' }))
  await expect(dialog.getByText('No answer came')).toBeVisible()
  await expect(dialog.getByText('Try again when the connection is back: it is done once.')).toBeVisible()
  await expect(dialog.getByText('What you typed is still here.')).toBeVisible()
  await takePictures(page, 'invite-unanswered')
  await expect(dialog.getByLabel('Email')).toHaveValue(invited)
  await press(page, dialog.getByRole('button', { name: 'Send invitation' }))
  await expect(dialog).toHaveCount(0)
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
  expect(await mailsTo(server(), invited)).toHaveLength(1)

  await page.goto(`${server()}/settings/sign-in`)
  await checkAxe(page)
  await takePictures(page, 'sign-in-setting')
  await tabTo(page, page.getByRole('button', { name: 'Open your profile' }))
  await press(page, page.getByLabel('Second factor for everybody'), 'Space')
  await press(page, page.getByRole('button', { name: 'Save' }))
  // Nobody shuts themselves out.
  await expect(
    page.getByText('Set up a second factor for yourself first, and sign in with it.'),
  ).toBeVisible()
  await expect(page.getByLabel('Second factor for everybody')).toBeChecked()
})
