import { callAs, enterAs, newPerson, newWorkspace } from './support/people.ts'
import { expect, server, test } from './support/test.ts'

test('in German the models are in the order of their German names and found by both names', async ({
  page,
}) => {
  const owner = await newPerson(server())
  const workspace = await newWorkspace(owner)
  await callAs(owner, 'POST /api/standard-models', { keys: ['estimate_lines'] }, workspace)
  await callAs(owner, 'POST /api/models', { key: 'own', label: 'Äpfel' }, workspace)
  await enterAs(page.context(), owner)
  await page.addInitScript(() => localStorage.getItem('language') ?? localStorage.setItem('language', 'de'))
  await page.goto('/models')
  await expect(page.getByRole('heading', { name: 'Modelle', level: 1 })).toBeVisible()
  const names = () => page.getByRole('row').locator('[role="gridcell"]:first-of-type').allInnerTexts()
  await expect(page.getByRole('gridcell', { name: 'Wechselkurse', exact: true })).toBeVisible()
  const german = (await names()).map((name) => name.trim()).filter((name) => name !== '')
  expect(german).toEqual(german.toSorted((a, b) => a.localeCompare(b, 'de')))
  expect(german).toEqual(expect.arrayContaining(['Äpfel', 'Kataloge', 'Wechselkurse']))
  const search = page.getByRole('searchbox').last()
  await search.fill('Wechselk')
  await expect(page.getByRole('gridcell', { name: 'Wechselkurse', exact: true })).toBeVisible()
  await expect(page.getByRole('gridcell', { name: 'Äpfel', exact: true })).toHaveCount(0)
  await search.fill('Exchange rate')
  await expect(page.getByRole('gridcell', { name: 'Wechselkurse', exact: true })).toBeVisible()
  await expect(page.getByRole('gridcell', { name: 'Äpfel', exact: true })).toHaveCount(0)
})

test('a list that is open while somebody changes the language is asked for again, also far down', async ({
  page,
}) => {
  // A hundred and twenty models are a hundred and twenty releases.
  test.setTimeout(120_000)
  const owner = await newPerson(server())
  const workspace = await newWorkspace(owner)
  await callAs(owner, 'POST /api/standard-models', { keys: ['estimate_lines'] }, workspace)
  const labels = Array.from({ length: 120 }, (_, at) => `Muster ${String(at).padStart(3, '0')}`)
  for (const [at, label] of labels.entries())
    await callAs(owner, 'POST /api/models', { key: `own_${at}`, label }, workspace)
  await enterAs(page.context(), owner)
  await page.goto('/models')
  const cell = (name: string) => page.getByRole('gridcell', { name, exact: true })
  await expect(cell('Catalogues')).toBeVisible()
  await page.getByRole('grid').press('Control+End')
  await expect(cell(labels.at(-1) ?? '')).toBeVisible()
  const refused: string[] = []
  page.on('response', async (response) => {
    if (response.url().endsWith('/api/query') && (await response.text()).includes('"error"'))
      refused.push(response.url())
  })
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').last().fill('Deutsch')
  await page.getByRole('option', { name: 'Deutsch' }).first().click()
  await expect(page.getByRole('heading', { name: 'Modelle', level: 1 })).toBeVisible()
  await expect(cell('Wechselkurse')).toBeVisible()
  // Lines are drawn anew where they stand; their numbers say in which order they are read.
  const german = await page
    .locator('[role="row"][aria-rowindex]:has([role="gridcell"])')
    .evaluateAll((rows) =>
      rows
        .toSorted((a, b) => Number(a.ariaRowIndex) - Number(b.ariaRowIndex))
        .map((row) => row.querySelector<HTMLElement>('[role="gridcell"]')?.innerText.trim() ?? '')
        .filter((name) => name !== ''),
    )
  expect(german).toEqual(german.toSorted((a, b) => a.localeCompare(b, 'de')))
  await page.getByRole('grid').press('Control+Home')
  await expect(cell('Kataloge')).toBeVisible()
  expect(refused).toEqual([])
})
