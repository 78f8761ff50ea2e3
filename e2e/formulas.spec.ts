import type { BrowserContext, Page } from '@playwright/test'
import { checkAxe } from './support/check-axe.ts'
import { callAs, enterAs, newPerson, newWorkspace, type Person, type Workspace } from './support/people.ts'
import { takePictures } from './support/pictures.ts'
import { expect, server, test } from './support/test.ts'

interface World {
  owner: Person
  workspace: Workspace
  /** Id of the model of lines. */
  lines: string
}

async function makeWorld(context: BrowserContext): Promise<World> {
  const owner = await newPerson(server())
  const workspace = await newWorkspace(owner)
  const call = <Answer>(name: string, body: unknown): Promise<Answer> => callAs(owner, name, body, workspace)
  await call('POST /api/models', {
    key: 'item',
    label: 'Items',
    schema: {
      fields: [
        { key: 'name', label: 'Name', type: 'text' },
        { key: 'price', label: 'Unit price', type: 'money', currency: 'EUR', scale: 2 },
      ],
    },
  })
  const { id: lines } = await call<{ id: string }>('POST /api/models', {
    key: 'line',
    label: 'Lines',
    schema: {
      fields: [
        { key: 'name', label: 'Name', type: 'text' },
        { key: 'quantity', label: 'Quantity', type: 'decimal', unit: 'm²' },
        { key: 'item', label: 'Item', type: 'relation', target: 'item' },
      ],
    },
  })
  const { id: item } = await call<{ id: string }>('POST /api/records/item', {
    name: 'Screed',
    price: '24.50',
  })
  await call('POST /api/records/line', { name: 'Floor', quantity: '40', item })
  await enterAs(context, owner)
  return { owner, workspace, lines }
}

/** Adds a field of a kind in the designer and names it. */
async function addField(page: Page, kind: string, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add field' }).click()
  await page.getByRole('button', { name: new RegExp(`^${kind}`) }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
}

const save = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Save and release' }).click()
  await expect(page.getByText('Fields saved and released').first()).toBeVisible()
}

test('a formula is written by keyboard, checked where it stands, live in a form and seen in the list', async ({
  page,
  context,
}) => {
  const { lines } = await makeWorld(context)
  await page.goto(`/models/enhanced?model=${lines}`)
  await addField(page, 'Formula', 'Total')
  const panel = page.getByRole('complementary', { name: 'Field' })
  await expect(panel.getByRole('button', { name: /A value of Item times Quantity/ })).toBeVisible()
  await takePictures(page, 'formula-examples')

  const formula = panel.getByRole('textbox', { name: 'Formula' })
  await formula.pressSequentially('qua')
  const list = panel.getByRole('listbox', { name: 'Suggestions' })
  await expect(list.getByRole('option').first()).toContainText('Quantity')
  await formula.press('Enter')
  await formula.pressSequentially(' * unit')
  await expect(list.getByRole('option').first()).toContainText('Item › Unit price')
  await takePictures(page, 'formula-completion')
  await formula.press('Tab')
  await expect(formula).toHaveValue('quantity * item.price')
  await expect(panel.getByText('Gives: Money')).toBeVisible()
  await expect(panel.getByText('€980.00')).toBeVisible()

  // What is wrong is named and underlined where it stands.
  await formula.press('End')
  await formula.pressSequentially(' * vatt')
  await formula.press('Escape')
  await expect(panel.getByText(/There is no field “vatt” in Lines/)).toBeVisible()
  await expect(formula).toHaveAttribute('aria-invalid', 'true')
  await expect(panel.locator('pre [class*="wrong"]')).toHaveText('vatt')
  await checkAxe(page)
  await takePictures(page, 'formula-wrong')
  await formula.fill('round(quantity * item.price, ')
  await expect(panel.getByText('Rounded to so many digits after the point')).toBeVisible()
  await formula.fill('quantity * item.price')
  await expect(panel.getByText('€980.00')).toBeVisible()
  await checkAxe(page)
  await takePictures(page, 'formula')
  await save(page)

  await page.goto('/objects?model=line')
  await expect(page.getByRole('gridcell', { name: /980\.00/ })).toBeVisible()
  await page.getByRole('button', { name: 'New record' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Name' }).fill('Stairs')
  await form.getByRole('textbox', { name: /Quantity/ }).fill('10')
  await form.getByRole('combobox', { name: 'Item' }).fill('Scr')
  await page.getByRole('option', { name: 'Screed' }).click()
  await expect(form.getByRole('textbox', { name: 'Total' })).toHaveValue('245.00')
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('gridcell', { name: /245\.00/ })).toBeVisible()
})

test('a lookup and a roll-up are chosen, not written', async ({ page, context }) => {
  const { owner, workspace, lines } = await makeWorld(context)
  await page.goto(`/models/enhanced?model=${lines}`)
  await addField(page, 'Lookup', 'Price')
  const panel = page.getByRole('complementary', { name: 'Field' })
  await panel.getByRole('combobox', { name: /Linked by/ }).selectOption('item')
  await panel.getByRole('combobox', { name: /Field of Items/ }).selectOption('price')
  await expect(panel.getByText('€24.50')).toBeVisible()
  await checkAxe(page)
  await takePictures(page, 'lookup')
  await save(page)

  const models = await callAs<{ rows: { id: string; key: string }[] }>(
    owner,
    'GET /api/models',
    undefined,
    workspace,
  )
  const items = models.rows.find(({ key }) => key === 'item')?.id
  await page.goto(`/models/enhanced?model=${items}`)
  await addField(page, 'Roll-up', 'Used')
  await panel.getByRole('combobox', { name: /Over the records/ }).selectOption('line.item')
  await panel.getByRole('combobox', { name: /Of each/ }).selectOption('quantity')
  await expect(panel.getByText('Gives: Decimal')).toBeVisible()
  await expect(panel.getByText('Screed')).toBeVisible()
  await panel.getByRole('button', { name: 'Only some of them …' }).click()
  await panel.getByRole('button', { name: 'As an expression' }).click()
  await panel.getByRole('textbox', { name: 'Only those that' }).fill('quantity > 100')
  await expect(panel.getByText('Screed')).toBeVisible()
  await checkAxe(page)
  await takePictures(page, 'rollup')
  await panel.getByRole('button', { name: 'Count all of them' }).click()
  await save(page)
  await page.goto('/objects?model=item')
  await expect(page.getByRole('gridcell', { name: /^40/ })).toBeVisible()
})
