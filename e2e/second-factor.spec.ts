import { Secret, TOTP } from 'otpauth'
import { checkAxe } from './support/check-axe.ts'
import { signedInLongAgo } from './support/old-sign-in.ts'
import { takePictures } from './support/pictures.ts'
import { enterAs, newPerson, newWorkspace } from './support/people.ts'
import { expect, server, test } from './support/test.ts'

test('[C-14] [S-09] a person sets up a second factor, and signs in with it', async ({ page, context }) => {
  const person = await newPerson(server())
  await newWorkspace(person)
  await enterAs(context, person)
  await page.goto(`${server()}/profile`)
  test.slow()
  await expect(page.getByText('Here', { exact: true })).toBeVisible()
  await checkAxe(page)
  await page.getByRole('button', { name: 'Set up a second factor' }).click()
  const secret = await page.getByLabel('No camera? Type this key instead').inputValue()
  const authenticator = new TOTP({ secret: Secret.fromBase32(secret) })
  await checkAxe(page)
  // The code of the step before: the one of now is for the sign-in.
  await page.getByLabel('Six-digit code').fill(authenticator.generate({ timestamp: Date.now() - 30_000 }))
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recoveryCode = await codes.first().innerText()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByText('New recovery codes (10 left)')).toBeVisible()

  const signIn = async (): Promise<void> => {
    await page.getByRole('button', { name: 'You: Ada Lovelace' }).first().click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect(page).toHaveURL(/\/auth(\?|$)/)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByLabel(/^Email/).fill(person.email)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible()
  }
  // While the second step waits, nothing behind the page asks for what is refused.
  const refused: string[] = []
  page.on('response', (answer) => answer.status() === 403 && refused.push(answer.url()))
  await signIn()
  await checkAxe(page)
  await page.getByLabel('Six-digit code').fill('000000')
  await expect(page.getByText('This code is not right')).toBeVisible()
  await page.getByLabel('Six-digit code').fill(authenticator.generate())
  await expect(page).toHaveURL(/\/dashboard$/)
  await signIn()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recoveryCode)
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  expect(refused).toEqual([])

  await signedInLongAgo(page, /\/api\/tenants\/[^/]+\/export/)
  await page.goto(`${server()}/settings/leave`)
  await page.getByRole('button', { name: 'Export everything' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Export everything' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(confirm.getByLabel('Six-digit code')).toBeFocused()
  await takePictures(page, 'confirm-factor')
  await confirm.getByLabel('Six-digit code').fill('000000')
  await expect(confirm.getByText('This code is not right')).toBeVisible()
  // The code of the step to come: the one of now was for the sign-in.
  await confirm.getByLabel('Six-digit code').fill(authenticator.generate({ timestamp: Date.now() + 30_000 }))
  await expect(page).toHaveURL(/\/transfers$/)
})
