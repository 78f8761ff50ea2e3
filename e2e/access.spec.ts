import { checkAxe } from './support/check-axe.ts'
import { mailsTo } from './support/mailbox.ts'
import { callAs, enterAs, newMember, newPerson, newWorkspace } from './support/people.ts'
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
