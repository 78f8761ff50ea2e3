import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { beginWith } from './support/begin-with.ts'
import { drawnEnds, drawnPixels } from './support/drawn-pixels.ts'
import { takePictures } from './support/pictures.ts'
import { readModelFile } from './support/read-model.ts'
import { expect, server, test } from './support/test.ts'

// Models of real buildings, too large to be kept with the code.
const models = join(import.meta.dirname, '../../shared/data/ifc')

interface Made {
  id: string
}

/** A figure of a screen, with its label. */
const figure = (page: Page, label: string): Locator =>
  page.getByText(label, { exact: true }).first().locator('xpath=..')

test.describe('real models', () => {
  test.skip(!existsSync(models), 'The files of real buildings are not beside the code (../shared/data/ifc).')

  test('[R-11] two models of one building are looked at together: cut, measured, coloured, kept as a view, out as BCF and in again', async ({
    page,
    context,
  }) => {
    test.setTimeout(300_000)
    const keys = ['bim_changes', 'bim_elements', 'bim_viewpoints']
    const { owner, workspace, call, make } = await beginWith(context, keys)
    const project = await make('bim_projects', { name: 'Schependomlaan' })
    for (const [name, file] of [
      ['Ground floor', 'schependomlaan_XELLA-Begane-grond_0.6MB_ifc2x3_qto-nounits.ifc'],
      ['Steel', 'schependomlaan_ROOT-staal.ifczip'],
    ] as const) {
      const id = await make('bim_models', { bim_project: project, name })
      await readModelFile(owner, workspace, id, join(models, file))
    }
    await page.goto(`${server()}/bim/project/${project}`)
    const viewer = page.getByRole('region', { name: 'Building model' })
    const grid = page.getByRole('grid', { name: 'Elements' })
    const button = (name: RegExp) => viewer.getByRole('button', { name })
    const drawn = () => expect.poll(() => drawnPixels(page), { timeout: 30_000 })
    let whole = 0

    await test.step('both are drawn, and one can be left out', async () => {
      await expect(grid.getByText('IfcBeam').first()).toBeVisible({ timeout: 30_000 })
      const listed = page.getByRole('menuitemcheckbox')
      await button(/^Models/).click()
      // By what they are called, with the file that shows.
      for (const name of [/^Ground floor · .*XELLA/, /^Steel · .*ROOT-staal/])
        await expect(listed.filter({ hasText: name })).toBeChecked({ timeout: 30_000 })
      await page.keyboard.press('Escape')
      await button(/^Fit/).click()
      await drawn().toBeGreaterThan(20_000)
      await button(/^Models/).click()
      whole = await drawnPixels(page)
      await listed.filter({ hasText: 'Ground floor' }).click()
      await drawn().toBeLessThan(whole * 0.7)
      await listed.filter({ hasText: 'Ground floor' }).click()
      await drawn().toBeGreaterThan(whole * 0.9)
      await page.keyboard.press('Escape')
      await takePictures(page, 'real-federation')
    })

    await test.step('an element is shown alone, hidden, and all come back', async () => {
      await button(/Hint at the rest/).click()
      await grid.getByText('IfcBeam').first().click()
      await button(/Show only this/).click()
      await viewer.locator('canvas').press('Escape')
      await drawn().toBeLessThan(whole / 4)
      expect(await drawnPixels(page)).toBeGreaterThan(0)
      await button(/Show all/).click()
      await drawn().toBeGreaterThan(whole / 2)
      await grid.getByText('IfcBeam').nth(1).click()
      await button(/Show only this/).click()
      await button(/^Hide/).click()
      await drawn().toBe(0)
      await button(/Show all/).click()
      await drawn().toBeGreaterThan(whole / 2)
    })

    await test.step('it is measured', async () => {
      const ends = await drawnEnds(page)
      await button(/Measure/).click()
      await expect(viewer.getByText('Press the first point.')).toBeVisible()
      await viewer.locator('canvas').click({ position: ends[0] })
      await expect(viewer.getByText('Press the second point.')).toBeVisible()
      await viewer.locator('canvas').click({ position: ends[1] })
      const length = viewer.getByText(/^\d+\.\d{3} m$/)
      await expect(length).toBeVisible()
      // The ends are of a house.
      expect(Number.parseFloat((await length.textContent()) ?? '')).toBeGreaterThan(2)
      expect(Number.parseFloat((await length.textContent()) ?? '')).toBeLessThan(60)
      await viewer.locator('canvas').press('Escape')
    })

    await test.step('it is cut', async () => {
      await button(/Section/).click()
      await expect(viewer.getByRole('slider')).toBeVisible()
      await viewer.getByRole('slider').fill((await viewer.getByRole('slider').getAttribute('min')) ?? '')
      await drawn().toBeLessThan(whole / 2)
    })

    await test.step('both are coloured in one go', async () => {
      await button(/Colours/).click()
      await page.getByRole('menuitemradio', { name: 'IFC class' }).click()
      const legend = viewer.getByRole('region', { name: 'Legend' })
      // Parts of walls are of the one, columns of the other.
      for (const group of [/^IfcBuildingElementPart\s*749$/, /^IfcColumn\s*15$/])
        await expect(legend.getByRole('button', { name: group })).toBeVisible()
    })

    await test.step('a view is kept, goes out as BCF and comes in again', async () => {
      await button(/^Views/).click()
      await page.getByLabel('Name of this view').fill('Cut open')
      await page.getByRole('button', { name: 'Keep this view' }).click()
      await expect(page.getByRole('button', { name: 'Cut open' })).toBeVisible()
      await page.keyboard.press('Escape')
      await page.getByRole('tab', { name: 'Views' }).click()
      const views = page.getByRole('grid', { name: 'Views' })
      await expect(views.getByText('Cut open')).toBeVisible()
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export as BCF' }).click()
      const file = await (await download).path()
      const { rows } = await call<{ rows: Made[] }>('GET /api/records/bim_viewpoints')
      for (const { id } of rows) await call(`DELETE /api/records/bim_viewpoints/${id}`)
      await expect(views.getByText('Cut open')).toHaveCount(0)
      await page.getByRole('button', { name: 'Take in a BCF file' }).click()
      const form = page.getByRole('dialog')
      await form.locator('input[type=file]').setInputFiles({
        name: 'views.bcfzip',
        mimeType: 'application/zip',
        buffer: readFileSync(file),
      })
      await expect(form.getByText('views.bcfzip')).toBeVisible()
      await form.getByRole('button', { name: 'Upload and read' }).click()
      await form.getByRole('button', { name: 'Done' }).click()
      await expect(views.getByText('Cut open')).toBeVisible()
      await takePictures(page, 'real-views')
    })
  })

  test('[R-11] [R-13] what was counted, agreed and done stays with its elements when the next version of the model names all anew', async ({
    page,
    context,
  }) => {
    test.setTimeout(300_000)
    const { owner, workspace, call, make } = await beginWith(context, [
      'actual_costs',
      'bim_changes',
      'bim_elements',
      'bim_viewpoints',
      'catalogue_prices',
      'estimate_markups',
      'estimate_resources',
      'estimates',
      'line_classifications',
      'line_links',
      'progress_entries',
      'recipe_components',
      'takeoff_items',
      'takeoff_rule_sets',
      'takeoff_rules',
      'takeoff_runs',
      'work_plans',
    ])
    const project = await make('projects', { code: 'G-1', name: 'Geelen' })
    const building = await make('bim_projects', { name: 'Geelen', project })
    const model = await make('bim_models', { bim_project: building, name: 'Floors' })
    await readModelFile(owner, workspace, model, join(models, 'revpair_GEELEN-V1_revA.ifc'))
    const set = await make('takeoff_rule_sets', {
      name: 'Floors',
      bim_project: building,
      method: 'DIN 18299 ff.',
    })
    const rule = { rule_set: set, ifc_class: 'IfcBuildingElementProxy', section: 'Shell' }
    // The file names no volumes: what was measured of its geometry is counted.
    await make('takeoff_rules', { ...rule, name: 'Parts', qty_expr: 'volume', unit: 'm3' })
    const estimate = await make('estimates', { name: 'Shell', project })

    await test.step('what a rule counts is accepted into a draft', async () => {
      await page.goto(`${server()}/take-off/${set}`)
      await page.getByRole('button', { name: 'Run the rules' }).click()
      await expect(page).toHaveURL(/take-off\/run\//)
      await page.getByRole('combobox', { name: 'Estimate' }).selectOption({ label: 'Shell' })
      await page.getByRole('combobox', { name: 'Draft' }).selectOption({ index: 1 })
      await expect(
        page.getByRole('table', { name: 'Changes line by line' }).getByText('Added').first(),
      ).toBeVisible()
      await takePictures(page, 'real-takeoff')
      await page.getByRole('button', { name: 'Accept proposal' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Accept proposal' }).click()
      await expect(page.getByText('The draft holds what was counted')).toBeVisible()
    })

    const { rows: lines } = await call<{ rows: (Made & { kind: string; version: string | Made })[] }>(
      'GET /api/records/estimate_lines',
    )
    const counted = lines.filter(({ kind }) => kind === 'line')
    expect(counted.length).toBeGreaterThan(0)
    for (const { id } of counted)
      await call(`PATCH /api/records/estimate_lines/${id}`, {
        rate_source: 'manual',
        unit_rate: '240',
        vat_code: 'standard',
      })
    const { current_version: version } = await call<{ current_version: string }>(
      `GET /api/records/estimates/${estimate}`,
    )
    for (const status of ['in_review', 'approved', 'issued', 'accepted'])
      await call(`PATCH /api/records/estimate_versions/${version}`, { status })
    await call('POST /api/commands/progress.plan', { project, start: '2026-01-05', finish: '2026-12-18' })

    await test.step('the next version names all anew: what was there is known again', async () => {
      const next = await readModelFile(owner, workspace, model, join(models, 'revpair_GEELEN-V1_revB.ifc'))
      const { carried } = await call<{ carried: number }>(`GET /api/records/bim_model_versions/${next}`)
      expect(carried).toBeGreaterThanOrEqual(278)
      await page.goto(`${server()}/bim/project/${building}`)
      await page.getByRole('tab', { name: 'Changes' }).click()
      await expect(figure(page, 'Carried over')).toContainText(String(carried))
      await takePictures(page, 'real-changes')
    })

    await test.step('an element chosen in the new model knows its line, and takes progress', async () => {
      await page.getByRole('tab', { name: 'Model', exact: true }).click()
      const grid = page.getByRole('grid', { name: 'Elements' })
      await grid.getByText('IfcBuildingElementProxy').first().click()
      const work = page.getByRole('table', { name: 'Work on this element' })
      await work.getByRole('button', { name: 'Parts' }).click()
      const form = page.getByRole('dialog')
      await form.getByLabel(/^Quantity done/).fill('1')
      await takePictures(page, 'real-progress')
      await form.getByRole('button', { name: 'Note progress' }).click()
      await expect(form).toHaveCount(0)
    })

    await test.step('it is earned, and drawn over time', async () => {
      await page.goto(`${server()}/progress/${project}`)
      await expect(figure(page, 'Earned value')).toContainText('240.00')
      await expect(page.locator('figure svg').first()).toBeVisible()
      await takePictures(page, 'real-curve')
    })
  })
})
