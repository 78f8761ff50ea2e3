import { Secret, TOTP } from 'otpauth'
import { checkAxe } from './support/check-axe.ts'
import { codeFor, linkFor } from './support/mailbox.ts'
import { callAs, enterAs, newAddress, newPerson, newWorkspace, type Person } from './support/people.ts'
import { signedInLongAgo } from './support/old-sign-in.ts'
import { takePictures } from './support/pictures.ts'
import { expect, server, test } from './support/test.ts'

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

test('what people set for themselves shows at once, and in another browser', async ({
  page,
  context,
  browser,
}) => {
  test.slow()
  const person = await newPerson(server(), 'Mara Falk')
  const workspace = await newWorkspace(person)
  const fields = [{ key: 'due', label: 'Due', type: 'date' }]
  await callAs(person, 'POST /api/models', { key: 'job', label: 'Jobs', schema: { fields } }, workspace)
  await enterAs(context, person)
  await page.goto(`${server()}/profile`)
  await expect(page.getByLabel('Language', { exact: true })).toBeVisible()
  await checkAxe(page)
  await takePictures(page, 'profile')
  await page
    .getByLabel('Your picture')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture })
  await expect(page.getByText('Picture saved')).toBeVisible()
  await expect(page.getByRole('button', { name: 'You: Mara Falk' }).first().locator('img')).toHaveAttribute(
    'src',
    /\/api\/avatars\//,
  )
  await test.step('dates go into a calendar by an address that is shown once', async () => {
    const card = page.getByRole('region', { name: 'Calendar' })
    await card.getByRole('button', { name: 'New calendar address' }).click()
    await card.getByRole('checkbox', { name: 'Jobs: Due' }).check()
    await card.getByRole('button', { name: 'Make address' }).click()
    await expect(card.getByLabel('Calendar address')).toHaveValue(/\/api\/calendars\/[\w-]{32}\/dates\.ics$/)
    await card.scrollIntoViewIfNeeded()
    await checkAxe(page)
    await takePictures(page, 'profile-calendar')
    await card.getByRole('button', { name: 'Done' }).click()
    await expect(card.getByText('Not asked for yet')).toBeVisible()
    await page.getByLabel('Notifications by mail').selectOption({ label: 'Every day' })
    await expect(page.getByLabel('Notifications by mail')).toBeEnabled()
  })
  await page.getByRole('textbox', { name: 'Name' }).fill('Mara Stein')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByRole('button', { name: 'You: Mara Stein' }).first()).toBeVisible()
  await page.getByLabel('Numbers and dates').selectOption('CH')
  await expect(page.getByText(/Written like this: 12['’]345\.6/)).toBeVisible()
  await page.getByLabel('Language', { exact: true }).selectOption('de')
  await expect(page.getByRole('heading', { name: 'Profil', exact: true })).toBeVisible()
  await page.getByRole('switch', { name: 'Bitten um Zugang' }).uncheck()
  await expect(page.getByRole('switch', { name: 'Bitten um Zugang' })).toBeEnabled()
  await checkAxe(page)
  await takePictures(page, 'profile-german')
  await page.getByLabel('Darstellung').selectOption('dark')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByLabel('Darstellung')).toBeEnabled()

  const elsewhere = await browser.newContext({ locale: 'en-GB' })
  const other = await elsewhere.newPage()
  await other.goto(`${server()}/auth?next=/profile`)
  await other.getByLabel('Password', { exact: true }).fill(person.password)
  await other.getByLabel(/^Email/).fill(person.email)
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(other.getByRole('heading', { name: 'Profil', exact: true })).toBeVisible()
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(other.getByText(/12['’]345\.6/)).toBeVisible()
  await expect(other.getByRole('switch', { name: 'Bitten um Zugang' })).not.toBeChecked()
  await elsewhere.close()
})

test('[F6] a name is saved as a whole or not at all, whatever the account says of a picture', async ({
  page,
  context,
}) => {
  const person = await newPerson(server(), 'Mara Falk')
  const workspace = await newWorkspace(person)
  // The workspace takes no such address.
  await keepInAccount(person, { avatar_url: `data:image/png;base64,${picture.toString('base64')}` })
  await enterAs(context, person)
  const colleagueSees = async () => {
    const { rows } = await callAs<{ rows: { name: string }[] }>(
      person,
      'GET /api/members',
      undefined,
      workspace,
    )
    return rows.map(({ name }) => name)
  }
  const save = async (name: string) => {
    await page.getByRole('textbox', { name: 'Name' }).fill(name)
    await page.getByRole('button', { name: 'Save name' }).click()
  }
  const shown = (name: string) => page.getByRole('button', { name: `You: ${name}` }).first()
  await page.goto(`${server()}/profile`)
  await save('Mara Stein')
  await expect(page.getByText('Name saved')).toBeVisible()
  await expect(shown('Mara Stein')).toBeVisible()
  expect(await colleagueSees()).toEqual(['Mara Stein'])

  await test.step('refused by the server, the account keeps its name', async () => {
    const refused = page.waitForResponse(/\/sync-profile$/)
    await page.route(/\/sync-profile$/, (route) => route.fulfill({ status: 503 }), { times: 1 })
    await save('Mara Blum')
    await refused
    await expect(page.getByRole('button', { name: 'Save name' })).toBeEnabled()
    await page.reload()
    await expect(shown('Mara Stein')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Mara Stein')
  })
  await test.step('refused by the account, the workspace has its name again', async () => {
    const json = { code: 422, error_code: 'validation_failed', msg: 'Not like this' }
    await page.route(/\/auth\/v1\/user$/, (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 422, json }) : route.continue(),
    )
    let told = 0
    page.on('response', (answer) => void (told += Number(answer.url().endsWith('/sync-profile'))))
    await save('Mara Blum')
    await expect.poll(() => told).toBe(2)
    expect(await colleagueSees()).toEqual(['Mara Stein'])
    await expect(shown('Mara Stein')).toBeVisible()
  })
  await test.step('refused by both, each refusal shows, and which name colleagues see', async () => {
    let told = 0
    await page.route(/\/sync-profile$/, (route) =>
      ++told === 2 ? route.fulfill({ status: 503, body: 'Not now' }) : route.continue(),
    )
    await save('Mara Blum')
    await expect(
      page.getByText('People you work with see the new name. Save the name once more.'),
    ).toBeVisible()
    await expect(page.getByText('Not now')).toBeVisible()
    expect(await colleagueSees()).toEqual(['Mara Blum'])
  })
})

test('[C-14] what changes in an account shows everywhere on its page at once', async ({ page, context }) => {
  const person = await newPerson(server())
  await newWorkspace(person)
  await enterAs(context, person)
  await signInElsewhere(person)
  await page.goto(`${server()}/profile`)
  const signIns = page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem')
  await expect(signIns).toHaveCount(2)
  await page.getByRole('button', { name: 'Set up a second factor' }).click()
  const secret = await page.getByLabel('No camera? Type this key instead').inputValue()
  const authenticator = new TOTP({ secret: Secret.fromBase32(secret) })
  await page.getByLabel('Six-digit code').fill(authenticator.generate())
  await page.getByRole('button', { name: 'I have kept them' }).click()
  // Whoever had only the password is out, and the list says so by itself.
  await expect(signIns).toHaveCount(1)
  await expect(signIns.getByText('Here', { exact: true })).toBeVisible()
})

test('[C-14] a proof of presence leaves no sign-in behind, and whoever is signed in elsewhere stays so', async ({
  page,
  context,
}) => {
  const person = await newPerson(server())
  await newWorkspace(person)
  await enterAs(context, person)
  await signInElsewhere(person)
  await page.goto(`${server()}/profile`)
  const signIns = page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem')
  await expect(signIns).toHaveCount(2)
  // As the sign-in service answers more than an hour after the sign-in.
  await page.route(
    /\/auth\/v1\/factors$/,
    (route) =>
      route.fulfill({
        status: 400,
        json: {
          code: 400,
          error_code: 'reauthentication_needed',
          msg: 'This change requires a recent sign-in',
        },
      }),
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Set up a second factor' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await confirm.getByLabel('Password').fill(person.password)
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByLabel('No camera? Type this key instead')).toBeVisible()
  await expect(signIns).toHaveCount(2)
  await expect(signIns.getByText('Here', { exact: true })).toHaveCount(1)
  await expect(signIns.getByRole('button', { name: 'Sign out there' })).toHaveCount(1)
})

test('[R-13] the test workspace is joined by a button, with a workspace and without; and what a new one needs', async ({
  page,
  context,
}) => {
  test.slow()
  const person = await newPerson(server(), 'Ada Lovelace')
  await enterAs(context, person)
  await page.goto(`${server()}/join-test-tenant`)
  await expect(page.getByRole('heading', { name: 'Test workspace' })).toBeVisible()
  await checkAxe(page)
  await takePictures(page, 'join-test-plain')
  await newWorkspace(person)
  await page.goto(`${server()}/join-test-tenant`)
  await page.getByRole('button', { name: 'Join the test workspace' }).click()
  await takePictures(page, 'join-test')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Join workspace' }).click()
  await expect(page).toHaveURL(/\/auth\/select-tenant/)
  await expect(page.getByRole('button', { name: /Test workspace/ })).toBeVisible()
  await page.goto(`${server()}/tenant-setup`)
  await expect(page.getByRole('link', { name: /Logo and colour/ })).toBeVisible()
  await checkAxe(page)
  await takePictures(page, 'tenant-setup')
  await page.getByRole('button', { name: 'Add demo data' }).click()
  await expect(page.getByText('Demo data added')).toBeVisible()
})

test('a large file goes on after a lost connection, is paused, and is given up', async ({
  page,
  context,
}) => {
  test.slow()
  const person = await newPerson(server())
  const workspace = await newWorkspace(person)
  const fields = [
    { key: 'name', label: 'Name', type: 'text' },
    { key: 'plan', label: 'Plan', type: 'file' },
  ]
  await callAs(person, 'POST /api/models', { key: 'cranes', label: 'Cranes', schema: { fields } }, workspace)
  const crane = await callAs(person, 'POST /api/records/cranes', { name: 'Liebherr' }, workspace)
  await enterAs(context, person)
  await page.goto(`${server()}/o/${String((crane as { token: string }).token)}`)
  const chooser = page.locator('input[type=file]').first()
  const file = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.alloc(12 * 1024 * 1024, 'words ') }
  // The second piece is lost on its way, and so is everything after it until the connection is back.
  let lost = 0
  let pieces = 0
  let isDown = true
  await page.route('**/storage/v1/upload/resumable/**', async (route) => {
    if (route.request().method() === 'PATCH') pieces += 1
    if (!isDown || pieces < 2) return route.continue()
    lost += 1
    return route.abort('connectionreset')
  })
  await chooser.setInputFiles(file)
  await expect(page.getByText(/of 12\.6 MB|of 13 MB/)).toBeVisible()
  await expect.poll(() => lost).toBeGreaterThan(1)
  isDown = false
  await expect(page.getByRole('button', { name: 'plan.txt', exact: true }).first()).toBeVisible({
    timeout: 30_000,
  })

  isDown = true
  pieces = 0
  await chooser.setInputFiles({ ...file, name: 'second.txt' })
  await expect.poll(() => pieces).toBeGreaterThan(1)
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('second.txt is paused')).toBeVisible()
  await checkAxe(page)
  await takePictures(page, 'upload-paused')
  await page.getByRole('button', { name: 'Cancel upload' }).click()
  await expect(page.getByText('second.txt is paused')).toBeHidden()
  await expect(page.getByRole('button', { name: 'second.txt' })).toHaveCount(0)
})

test('a service account is made, gets a token that is shown once, and is taken out; everything can be exported', async ({
  page,
  context,
}) => {
  test.slow()
  const person = await newPerson(server())
  await newWorkspace(person)
  await enterAs(context, person)
  await page.goto(`${server()}/settings/service-accounts`)
  await expect(page.getByText('No service accounts yet')).toBeVisible()
  await takePictures(page, 'service-accounts-empty')
  await page.getByRole('button', { name: 'New service account' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Till system')
  await signedInLongAgo(page, /\/api\/service-accounts/)
  await page.getByRole('button', { name: 'Make service account' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(confirm.getByRole('textbox', { name: 'Password' })).toBeFocused()
  await checkAxe(page)
  await takePictures(page, 'confirm-password')
  await page.keyboard.press('Escape')
  await expect(confirm).toBeHidden()
  await expect(page.getByText('This needs a recent sign-in. Confirm that it is you.')).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toHaveValue('Till system')
  await page.getByRole('button', { name: 'Make service account' }).click()
  await confirm.getByRole('textbox', { name: 'Password' }).fill('not the password')
  await page.keyboard.press('Enter')
  await expect(confirm.getByRole('alert')).toContainText('The sign-in details are not right.')
  await expect(confirm.getByRole('textbox', { name: 'Password' })).toHaveValue('')
  await confirm.getByRole('textbox', { name: 'Password' }).fill(person.password)
  await page.keyboard.press('Enter')
  await expect(confirm).toBeHidden()
  const line = page.getByRole('listitem').filter({ hasText: 'Till system' })
  await expect(line).toContainText('Member')
  await line.getByRole('button', { name: 'New token' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Till 1')
  await page.getByRole('button', { name: 'Make token' }).click()
  await expect(page.getByLabel('Token', { exact: true })).toHaveValue(/^fw_/)
  await checkAxe(page)
  await takePictures(page, 'service-token')
  await page.getByRole('button', { name: 'Done' }).click()
  await checkAxe(page)
  await takePictures(page, 'service-accounts')
  await line.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Remove service account' }).click()
  await expect(page.getByText('No service accounts yet')).toBeVisible()

  await page.goto(`${server()}/settings/leave`)
  await page.getByRole('button', { name: 'Export everything' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Export everything' }).click()
  await expect(page).toHaveURL(/\/transfers$/)
  await page.getByRole('tab', { name: 'Exports' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: '.zip' })).toContainText('Done')
})

test('what the workspace wrote stays as it is in every language, what the product wrote is translated', async ({
  page,
  context,
}) => {
  const person = await newPerson(server(), 'Mara Falk')
  const workspace = await newWorkspace(person)
  const ask = <Answer>(name: string, body: unknown): Promise<Answer> => callAs(person, name, body, workspace)
  const stage = { key: 'stage', label: 'Status', type: 'select', options: [{ value: 'open', label: 'Open' }] }
  await ask('POST /api/models', { key: 'job', label: 'Details', schema: { version: 1, fields: [stage] } })
  await ask('POST /api/roles', { key: 'open', label: 'Open', manage: [] })
  const nodes = {
    page: { component: 'page', props: { title: 'Open' }, slots: { content: ['card', 'go'] } },
    card: { component: 'card', props: { title: 'Open' }, slots: { content: ['board'] } },
    board: { component: 'kanban', props: { model: 'job', by: 'stage' } },
    go: {
      component: 'button',
      props: { label: 'Delete' },
      on: { click: [{ do: 'toast', tone: 'success', text: 'Saved' }] },
    },
  }
  const body = { schema: 1, key: 'jobs', title: 'Open', root: 'page', nodes }
  await ask('PUT /api/drafts/layout/jobs', { body })
  await ask('POST /api/releases', {})
  await ask('POST /api/routes', { path: '/jobs', layout: 'jobs', title: 'Open', nav: true })
  await enterAs(context, person)
  await page.goto(`${server()}/profile`)
  await page.getByLabel('Language', { exact: true }).selectOption('de')
  await expect(page.getByRole('heading', { name: 'Profil', exact: true })).toBeVisible()
  await page.goto(`${server()}/jobs`)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Open', level: 1 })).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Open' })).not.toHaveCount(0)
  await expect(main.getByText('Öffnen')).toHaveCount(0)
  await main.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open', exact: true }).first()).toBeVisible()
  await takePictures(page, 'own-words')
  // What the product wrote beside it speaks German, and so does a screen of the product.
  await page.goto(`${server()}/settings/access`)
  await expect(main.getByRole('button', { name: /^Open/ })).toBeVisible()
  await expect(main.getByRole('button', { name: /^Mitglied/ })).toBeVisible()
})

test('[C-14] the address, the password and what is refused: changed in the profile, by codes and by links', async ({
  page,
  context,
}) => {
  test.slow()
  const person = await newPerson(server(), 'Mara Falk')
  const other = await newPerson(server(), 'Ada Lovelace')
  await newWorkspace(person)
  await enterAs(context, person)
  await page.goto(`${server()}/profile`)
  const card = page.getByRole('region', { name: 'How you sign in' })
  const dialog = page.getByRole('dialog')
  const [first, second] = [newAddress('mara'), newAddress('mara')]
  const wish = async (email: string): Promise<void> => {
    await card.getByRole('button', { name: 'Change email' }).click()
    await dialog.getByLabel('New email').fill(email)
    await dialog.getByRole('button', { name: 'Send the mails' }).click()
  }
  await test.step('an address that somebody has', async () => {
    await wish(other.email)
    await expect(dialog.getByText('There is an account with this email already.')).toBeVisible()
    await checkAxe(page)
    await takePictures(page, 'profile-email-refused')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })
  await test.step('by the codes of both mails', async () => {
    await wish(first)
    await expect(card.getByText(`${first} is not confirmed yet`)).toBeVisible()
    await takePictures(page, 'profile-email-waiting')
    // On a phone what is told stands where no dialog has its buttons.
    await page.setViewportSize({ width: 390, height: 844 })
    await card.getByRole('button', { name: 'Type a code' }).click()
    await dialog.getByLabel('Mail to').selectOption(person.email)
    await takePictures(page, 'profile-email-code')
    await dialog.getByLabel('Six-digit code').fill(await codeFor(server(), person.email))
    await expect(page.getByText('Now type the code of the other mail')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click({ trial: true, timeout: 3_000 })
    await dialog.getByLabel('Six-digit code').fill(await codeFor(server(), first))
    await expect(dialog).toHaveCount(0)
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(card.getByText(first, { exact: true })).toBeVisible()
    await expect(card.getByText('is not confirmed yet')).toHaveCount(0)
  })
  await test.step('by the links of both mails', async () => {
    await wish(second)
    await expect(card.getByText(`${second} is not confirmed yet`)).toBeVisible()
    const open = async (address: string): Promise<void> => {
      await page.goto(await linkFor(server(), address))
      await page.getByRole('button').click()
      await expect(page).toHaveURL(`${server()}/profile`)
    }
    await open(second)
    // What was answered by a link is not asked again.
    await expect(card.getByText(`Open the link in the mail to ${first}`)).toBeVisible()
    await card.getByRole('button', { name: 'Type a code' }).click()
    await expect(dialog.getByText(`The six digits of the mail to ${first}.`)).toBeVisible()
    await expect(dialog.getByLabel('Mail to')).toHaveCount(0)
    await takePictures(page, 'profile-email-other-side')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await open(first)
    await expect(card.getByText(second, { exact: true })).toBeVisible()
  })
  await test.step('the password, which everybody else who is signed in loses their session by', async () => {
    await card.getByRole('button', { name: 'Set a password' }).click()
    await dialog.getByLabel('New password').fill('short')
    await dialog.getByRole('button', { name: 'Set a password' }).click()
    await expect(dialog.getByText('Use at least 8 characters.')).toBeVisible()
    await dialog.getByLabel('New password').fill('another set of words')
    await dialog.getByRole('button', { name: 'Set a password' }).click()
    await expect(page.getByText('Password set')).toBeVisible()
    await expect(dialog).toHaveCount(0)
  })
})

test('[U-07] on a phone news stand above the bar, which stays within reach', async ({ page, context }) => {
  const person = await newPerson(server(), 'Mara Falk')
  await newWorkspace(person)
  await enterAs(context, person)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${server()}/profile`)
  await page.getByLabel('Name', { exact: true }).fill('Mara Berger')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByText('Name saved')).toBeVisible()
  await page
    .getByRole('navigation')
    .getByRole('link', { name: 'Dashboard' })
    .click({ trial: true, timeout: 3_000 })
})

/** Signs somebody in as another device does. */
/** Keeps something with a person's account, past the page that would. */
async function keepInAccount({ session }: Person, data: object): Promise<void> {
  const meta = (await (await fetch(`${server()}/api/_meta`)).json()) as { supabase: { anonKey: string } }
  const answer = await fetch(`${server()}/auth/v1/user`, {
    method: 'PUT',
    headers: {
      apikey: meta.supabase.anonKey,
      authorization: `Bearer ${session.access_token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ data }),
  })
  expect(answer.status).toBe(200)
}

async function signInElsewhere({ email, password }: Person): Promise<void> {
  const meta = (await (await fetch(`${server()}/api/_meta`)).json()) as { supabase: { anonKey: string } }
  const answer = await fetch(`${server()}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: meta.supabase.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  expect(answer.status).toBe(200)
}
