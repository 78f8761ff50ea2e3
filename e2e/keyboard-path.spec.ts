import type { Page } from '@playwright/test'
import { press, tabTo, walkByTab, write } from './support/keyboard.ts'
import { codeFor, linkFor } from './support/mailbox.ts'
import { newAddress } from './support/people.ts'
import { expect, server, test } from './support/test.ts'

const prices = `Code;Name;Unit;Price
A-1;Concrete C25/30;m³;118,40
A-2;Formwork, smooth;m²;42,10
A-3;Reinforcing steel;t;1.240,00
`

async function signUp(page: Page): Promise<void> {
  const email = newAddress('tab')
  await write(page, page.getByLabel('Your name'), 'Tab Only')
  await write(page, page.getByLabel('Email'), email)
  await write(page, page.getByLabel('Password', { exact: true }), 'four plain short words')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await tabTo(page, page.getByLabel('Six-digit code'))
  await page.keyboard.type(await codeFor(server(), email))
  await press(page, page.getByRole('link', { name: 'Create a workspace' }))
  await write(page, page.getByLabel('Name of the company'), 'Tab Bau')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/onboarding')
}

async function setUpAndImport(page: Page): Promise<void> {
  // One of a group of choices has the focus for all of them, and the arrows move within.
  await press(page, page.getByRole('radio').first(), 'Space')
  await press(page, page.getByRole('button', { name: 'Continue' }))
  await expect(page.getByText('What do you want to manage?')).toBeVisible()
  await press(page, page.getByRole('button', { name: /^Continue/ }))
  await press(page, page.getByRole('button', { name: 'Set up the workspace' }))
  await press(page, page.getByRole('link', { name: /Import a file/ }).first())
  await expect(page).toHaveURL(/\/import/)
  const choosing = page.waitForEvent('filechooser')
  await press(page, page.getByRole('button', { name: /Choose a file/ }))
  const file = { name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(prices) }
  await (await choosing).setFiles(file)
  await write(page, page.getByLabel('Name of the list'), 'Site prices')
  await press(page, page.getByRole('button', { name: 'Import 3 rows' }))
  await expect(page.getByText('3 records added', { exact: false }).first()).toBeVisible()
  await press(page, page.getByRole('link', { name: 'Open the screen' }))
  await expect(page).toHaveURL('/site-prices')
}

async function editRecord(page: Page): Promise<void> {
  await tabTo(page, page.getByRole('grid'))
  // Down to the first record, then to the cell that opens it.
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/\/site-prices\/[0-9a-f-]{36}/)
  await press(page, page.getByRole('button', { name: 'Edit' }).or(page.getByRole('link', { name: 'Edit' })))
  await write(page, page.getByLabel(/^Name/), 'Concrete C30/37')
  await press(page, page.getByRole('button', { name: /^Save/ }))
  await expect(page.getByText('Concrete C30/37').first()).toBeVisible()
}

async function configure(page: Page): Promise<void> {
  await page.keyboard.press('Control+K')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.type('Addresses')
  await expect(page.getByRole('option', { name: /Addresses/ }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/routes')
  await press(page, page.getByRole('button', { name: 'New address' }))
  const form = page.getByRole('dialog')
  await write(page, form.getByLabel(/^Address/), '/prices/site')
  await write(page, form.getByLabel(/^Screen/), 'Site prices')
  await expect(page.getByRole('option', { name: /Site prices/ }).first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await write(page, form.getByLabel(/^Title/), 'Prices')
  await press(page, form.getByRole('button', { name: /^(Save|Create|Send)/ }))
  await expect(form).toBeHidden()
  await page.goto('/access-control')
  await tabTo(page, page.getByLabel('Model'))
  await page.keyboard.type('Site prices')
  const price = page.getByRole('checkbox', { name: 'Price: Member, Read' })
  await press(page, price, 'Space')
  await expect(price).not.toBeChecked()
  await press(page, page.getByRole('button', { name: /^Save/ }))
  await expect(page.getByText('Permissions saved')).toBeVisible()
  const invited = newAddress('invited')
  await page.goto('/settings/users')
  await press(page, page.getByRole('button', { name: 'Invite somebody' }))
  await write(page, form.getByLabel(/^Email/), invited)
  await tabTo(page, form.getByLabel(/^Role/))
  await page.keyboard.type('Member')
  await press(page, form.getByRole('button', { name: /^(Save|Create|Send)/ }))
  await expect(form).toBeHidden()
  expect(await linkFor(server(), invited)).toContain('/invite/')
}

test('[U-01] [R-10] the path is walked with the keyboard alone, from the first page to an invitation', async ({
  page,
}) => {
  test.setTimeout(240_000)
  await page.goto('/')
  await press(page, page.getByRole('link', { name: /Create|Start|Get started/ }).first())
  await test.step('an account and a workspace', () => signUp(page))
  await test.step('quick setup and an import', () => setUpAndImport(page))
  await test.step('a record is opened and changed', () => editRecord(page))
  await test.step('an address, a permission, an invitation', () => configure(page))
})

test('the walk by Tab reports what shows no focus, also beside something that is drawn as if it had it', async ({
  page,
}) => {
  await page.goto(`${server()}/auth`)
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  expect(await walkByTab(page)).toEqual([])
  await page.locator('main').evaluate((main) => {
    const row = document.createElement('div')
    for (const [id, outline] of Object.entries({ lined: '2px solid blue', bare: 'none', good: '' })) {
      const button = document.createElement('button')
      Object.assign(button, { id, textContent: id })
      button.style.outline = outline
      row.append(button)
    }
    main.prepend(row)
  })
  const found = await walkByTab(page)
  expect(found.map((fault) => /shows no focus: .*id="(\w+)"/.exec(fault)?.[1])).toEqual(['lined', 'bare'])
  await page.locator('main').evaluate((main) => main.focus())
  await expect(tabTo(page, page.locator('#bare'))).rejects.toThrow(/shows that it has the focus/)
  await tabTo(page, page.locator('#good'))
})
