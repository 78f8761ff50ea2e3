import type { Locator, Page } from '@playwright/test'
import { must } from '#base/assert.ts'
import { demoForFile, lookAt } from './support/demo.ts'
import { press, walkByTab, write } from './support/keyboard.ts'
import { enterAs } from './support/people.ts'
import { expect, test } from './support/test.ts'

const demo = demoForFile()

async function openAt(page: Page, path: string, person = demo.owner): Promise<void> {
  await enterAs(page.context(), person)
  await page.goto(demo.url + path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect((await lookAt(page)).lacks).toEqual([])
}

/** Opens a form with Enter, walks through it, and leaves it with Escape: the focus is back on what opened it. */
async function walkForm(page: Page, opener: Locator, first: RegExp): Promise<string[]> {
  await expect(opener).toBeEnabled()
  await opener.focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog')
  await expect(form.getByLabel(first).first()).toBeVisible()
  const faults = await walkByTab(page, 'dialog')
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await expect(opener).toBeFocused()
  return faults
}

test('[U-02] the forms of schedules, shares, rules and steps are walked by the Tab key and left with Escape', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const [project, set, run] = await Promise.all([
    demo.owner.first('projects'),
    demo.owner.first('takeoff_rule_sets'),
    demo.owner.first('sys_workflow_run'),
  ])

  await test.step('a scheduled export and import', async () => {
    await openAt(page, '/transfers')
    await page.getByRole('tab', { name: 'Schedules' }).click()
    for (const name of ['New scheduled export', 'New scheduled import'])
      expect(await walkForm(page, page.getByRole('button', { name }), /^Name/)).toEqual([])
  })

  await test.step('what a customer may see', async () => {
    await openAt(page, `/project/${project?.['id']}`)
    await page.getByRole('tab', { name: 'For customers' }).click()
    const opener = page.getByRole('button', { name: 'Share with a customer' }).first()
    expect(await walkForm(page, opener, /^Customer/)).toEqual([])
  })

  await test.step('a rule of a take-off', async () => {
    await openAt(page, `/take-off/${set?.['id']}`)
    const opener = page.getByRole('button', { name: 'New rule' }).first()
    expect(await walkForm(page, opener, /^Name/)).toEqual([])
  })

  await test.step('a step of a workflow', async () => {
    await openAt(page, `/workflows/${run?.['key']}`)
    const add = page.getByRole('button', { name: 'Add step', exact: true }).last()
    const kinds = page.getByRole('list', { name: 'Kinds of steps' })
    await press(page, add)
    await expect(kinds).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(kinds).toHaveCount(0)
    await expect(add).toBeFocused()
    await press(page, add)
    await press(page, kinds.getByRole('button', { name: 'Tell somebody' }))
    await expect(kinds).toHaveCount(0)
    expect(await walkByTab(page)).toEqual([])
  })
})

test('[R-13] [U-02] progress is noted with the keys alone: Enter sends it, and the line has the focus again', async ({
  page,
}) => {
  const places = must(await demo.owner.first('hierarchies', { field: 'kind', op: 'eq', value: 'location' }))
  await openAt(page, `/progress/${places['project']}/note`)
  const line = page.getByRole('button', { name: 'House door, oak' })
  expect(await walkForm(page, line, /^Quantity done/)).toEqual([])
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog')
  await write(page, form.getByLabel(/^Quantity done/), '0.25')
  await page.keyboard.press('Enter')
  await expect(form).toHaveCount(0)
  await expect(page.getByRole('row').filter({ has: line }).getByText('0.25')).toBeVisible()
  await expect(line).toBeFocused()
})

test('[R-06] [U-02] a customer asks and accepts with the keys alone, by name and with the terms read', async ({
  page,
}) => {
  const version = must(
    await demo.customer.first('estimate_versions', { field: 'status', op: 'eq', value: 'issued' }),
  )
  const id = (version['estimate'] as unknown as { id?: string })?.id ?? version['estimate']
  await openAt(page, `/customer/estimates/${id}`, demo.customer)
  const ask = page.getByRole('button', { name: 'Ask a question' })
  expect(await walkForm(page, ask, /^Your question/)).toEqual([])
  const accept = page.getByRole('button', { name: 'Accept', exact: true })
  expect(await walkForm(page, accept, /^Name/)).toEqual([])
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog')
  await write(page, form.getByLabel(/^Name/), 'Ruth Winter')
  await press(page, form.getByLabel(/^I have read/), 'Space')
  await press(page, form.getByRole('button', { name: 'Accept estimate' }))
  await expect(page.getByText('Your decision was sent')).toBeVisible()
  await expect(page.getByText('Accepted', { exact: true }).first()).toBeVisible()
})

test('[R-04] [U-02] an import goes from step to step with the keys alone: each has the focus when it comes', async ({
  page,
}) => {
  await openAt(page, '/import')
  const choosing = page.waitForEvent('filechooser')
  await press(page, page.getByRole('button', { name: /Choose a file/ }))
  const prices = 'Code;Name;Unit;Price\nA-1;Concrete;m³;118,40\nA-2;Formwork;m²;42,10\n'
  await (await choosing).setFiles({ name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(prices) })
  await expect(page.getByLabel('Name of the list')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeFocused()
  expect(await walkByTab(page)).toEqual([])
  await press(page, page.getByRole('button', { name: 'Import 2 rows' }))
  await expect(page.getByText('2 records added', { exact: false }).first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Done' })).toBeFocused()
})

test('[PT-01] [U-02] a public link is made and taken back with the keys alone, and the focus is never lost', async ({
  page,
}) => {
  const id = must(await demo.owner.first('equipment'))['id']
  const { token } = await demo.owner.call<{ token: string }>(`GET /api/records/equipment/${id}`)
  await openAt(page, `/o/${token}`)
  const links = page.getByRole('region', { name: 'Public links' })
  const share = links.getByRole('button', { name: 'Share publicly' })
  await press(page, share)
  await expect(links.getByRole('checkbox').first()).toBeFocused()
  expect(await walkByTab(page)).toEqual([])
  await press(page, links.getByRole('button', { name: 'Cancel' }))
  await expect(share).toBeFocused()

  await page.keyboard.press('Enter')
  await press(page, links.getByRole('checkbox', { name: 'Name' }), 'Space')
  await expect(links.getByRole('definition')).toHaveCount(1)
  await press(page, links.getByRole('button', { name: 'Make link' }))
  await expect(links.getByLabel('Public link')).toBeFocused()
  await press(page, links.getByRole('button', { name: 'Done' }))
  await expect(share).toBeFocused()

  const back = links.getByRole('button', { name: 'Take back' }).first()
  const question = page.getByRole('alertdialog')
  await press(page, back)
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  expect(await walkByTab(page, 'dialog')).toEqual([])
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(back).toBeFocused()
  await page.keyboard.press('Enter')
  await press(page, question.getByRole('button', { name: 'Take back' }))
  await expect(question).toHaveCount(0)
  await expect(links.getByText('Taken back')).toBeVisible()
  await expect(links).toBeFocused()
})
