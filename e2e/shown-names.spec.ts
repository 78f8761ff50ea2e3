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
