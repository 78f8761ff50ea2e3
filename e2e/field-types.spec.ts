import type { Page } from '@playwright/test'
import { callAs, enterAs, newPerson, newWorkspace } from './support/people.ts'
import { takePictures } from './support/pictures.ts'
import { expect, server, test } from './support/test.ts'

const options = [
  { value: 'draft', label: 'Draft', color: 'neutral' },
  { value: 'sent', label: 'Sent', color: 'info' },
  { value: 'won', label: 'Won', color: '#22864a' },
]
const fields = [
  { key: 'name', label: 'Name', type: 'text', required: true },
  { key: 'notes', label: 'Notes', type: 'long_text' },
  { key: 'rich', label: 'Rich', type: 'markdown' },
  { key: 'mail', label: 'Mail', type: 'email' },
  { key: 'tel', label: 'Tel', type: 'phone' },
  { key: 'web', label: 'Web', type: 'url' },
  { key: 'number', label: 'Figure', type: 'number' },
  { key: 'count', label: 'Pieces', type: 'integer' },
  { key: 'quantity', label: 'Quantity', type: 'decimal', scale: 3, unit: 'm³' },
  { key: 'discount', label: 'Discount', type: 'percent', scale: 2 },
  { key: 'price', label: 'Price', type: 'money', currency: 'EUR', scale: 2 },
  { key: 'bid', label: 'Bid', type: 'money', currencies: ['EUR', 'USD'], scale: 2 },
  { key: 'labour', label: 'Labour', type: 'duration' },
  { key: 'stars', label: 'Stars', type: 'rating' },
  { key: 'done', label: 'Done', type: 'boolean' },
  { key: 'day', label: 'Day', type: 'date' },
  { key: 'moment', label: 'Moment', type: 'datetime' },
  { key: 'kind', label: 'Kind', type: 'select', options },
  { key: 'tags', label: 'Tags', type: 'multi_select', options },
  {
    key: 'state',
    label: 'State',
    type: 'status',
    options,
    default: 'draft',
    starts: ['draft'],
    transitions: { draft: ['sent'], sent: ['won'] },
  },
  { key: 'paint', label: 'Paint', type: 'colour' },
  { key: 'sign', label: 'Sign', type: 'icon' },
  { key: 'nr', label: 'Nr', type: 'sequence', numbering: 'EST-{0000}' },
  { key: 'site', label: 'Site', type: 'address' },
  { key: 'place', label: 'Place', type: 'geo_point' },
  { key: 'other', label: 'Other', type: 'relation', target: 'other', inverse: 'Things here' },
  { key: 'others', label: 'Others', type: 'relation', target: 'other', many: true },
  { key: 'who', label: 'Who', type: 'user' },
  { key: 'papers', label: 'Papers', type: 'file' },
  { key: 'photo', label: 'Photo', type: 'image' },
  { key: 'data', label: 'Data', type: 'json' },
  { key: 'reason', label: 'Reason', type: 'text', visible_if: 'done', required_if: 'done' },
  { key: 'double', label: 'Double', type: 'decimal', default: { '=': 'price * 2' } },
  { key: 'gross', label: 'Gross', type: 'formula', formula: 'price * 2' },
  { key: 'called', label: 'Called', type: 'lookup', lookup: 'other.title' },
  { key: 'parts', label: 'Parts', type: 'rollup', rollup: { of: 'others', fn: 'count' } },
]
/** Not written by pasting: given, worked out, or kept with the record. */
const unpasted = ['nr', 'papers', 'photo', 'data', 'gross', 'called', 'parts']
const pasted = fields.map(({ key }) => key).filter((key) => key !== 'name' && !unpasted.includes(key))
const node = (component: string, props: object, more: object = {}) => ({ v: 1, component, props, ...more })
const page = (key: string, content: object, more: object = {}) => ({
  schema: 1,
  key,
  title: key,
  root: 'page',
  nodes: {
    page: node('page', { title: key }, { slots: { content: Object.keys(content) } }),
    ...content,
  },
  ...more,
})
const byId = { params: { id: { type: 'id', required: true } } }
const id = { '=': 'params.id' }
const screens = [
  page('thing.new', {
    form: node(
      'form',
      { model: 'thing', columns: 2 },
      { on: { saved: [{ do: 'navigate', to: { '=': '"/things/" + event.id' } }] } },
    ),
  }),
  page('thing.edit', { form: node('form', { model: 'thing', id, columns: 2 }) }, byId),
  page('thing.detail', { facts: node('detail-list', { model: 'thing', id, columns: 3 }) }, byId),
  page('thing.list', {
    grid: node('data-grid', {
      model: 'thing',
      editable: true,
      columns: [{ field: 'name', pin: 'left' }, ...[...pasted, ...unpasted].map((field) => ({ field }))],
    }),
  }),
  page('thing.fields', { designer: node('schema-designer', { kind: 'model', id: 'thing' }) }),
  page('other.detail', { pointing: node('related-records', { model: 'other', id }) }, byId),
]
const routes = [
  ['/things/new', 'thing.new'],
  ['/things/fields', 'thing.fields'],
  ['/things/{id}/edit', 'thing.edit'],
  ['/things/{id}', 'thing.detail'],
  ['/things', 'thing.list'],
  ['/others/{id}', 'other.detail'],
]

/** A workspace with one model that has every type of field, and its screens. */
async function world(name: string) {
  const owner = await newPerson(server(), name)
  const tenant = await newWorkspace(owner, `${name} Bau`)
  const call = <Answer>(method: string, path: string, body?: unknown) =>
    callAs<Answer>(owner, `${method} ${path}`, body, tenant)
  await call('POST', '/api/models', {
    key: 'other',
    label: 'Others',
    schema: { version: 1, fields: [{ key: 'title', label: 'Title', type: 'text' }] },
  })
  const { id: first } = await call<{ id: string }>('POST', '/api/records/other', { title: 'First one' })
  const { id: second } = await call<{ id: string }>('POST', '/api/records/other', { title: 'Second one' })
  await call('POST', '/api/models', {
    key: 'thing',
    label: 'Things',
    schema: { version: 1, fields, title_field: 'name' },
  })
  for (const screen of screens) await call('PUT', `/api/drafts/layout/${screen.key}`, { body: screen })
  await call('POST', '/api/releases', {})
  for (const [path, layout] of routes)
    await call('POST', '/api/routes', { path, layout, title: String(layout) })
  return { owner, first, second, call }
}

interface Words {
  languages: 'en-GB' | 'de-DE'
  name: string
  price: string
  quantity: string
  day: string
  create: string
  save: string
  /** As the detail shows them. */
  shown: string[]
}

const english: Words = {
  languages: 'en-GB',
  name: 'Ella Field',
  price: '1234.50',
  quantity: '0.125',
  day: '2026-03-01',
  create: 'Create',
  save: 'Save changes',
  shown: ['€1,234.50', '0.125', '2 h', '30 min', '99.90', '2,469', '7.50', '4 of 5'],
}
const german: Words = {
  languages: 'de-DE',
  name: 'Gerda Feld',
  price: '1.234,50',
  quantity: '0,125',
  day: '1.3.2026',
  create: 'Anlegen',
  save: 'Änderungen speichern',
  shown: ['1.234,50', '0,125', '2 Std.', '30 Min.', '99,90', '2.469', '7,50', '4 von 5'],
}

async function fillIn(page: Page, words: Words): Promise<void> {
  const box = (name: string | RegExp) => page.getByRole('textbox', { name })
  const write = async (name: string | RegExp, text: string) => {
    await box(name).first().fill(text)
  }
  await write(/^Name/, 'Every type')
  await write('Notes', 'Two\nlines')
  await write('Rich', '# Big\n\n- one')
  await write('Mail', 'anna@bau.example')
  await write('Tel', '+49 30 123456')
  await write('Web', 'https://bau.example/a')
  await write('Figure', '12')
  await write('Pieces', '7')
  await write('Quantity', words.quantity)
  await write('Discount', words.languages === 'de-DE' ? '7,5' : '7.5')
  await write('Price', words.price)
  await write('Bid', words.languages === 'de-DE' ? '99,90' : '99.90')
  await page.getByRole('combobox', { name: /^(Currency|Währung)$/ }).selectOption('USD')
  await write('Labour', '2:30')
  await page.getByRole('slider', { name: 'Stars' }).fill('4')
  await write('Day', words.day)
  await write('Moment', words.day)
  await write(/^(Time|Uhrzeit|Zeit)$/, '08:30')
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('won')
  await page.getByRole('checkbox', { name: 'Sent' }).check()
  await write('Paint', '#1f57a8')
  await page.getByRole('button', { name: /^Sign/ }).click()
  await page.getByRole('button', { name: 'truck', exact: true }).click()
  await write(/^(Street and number|Straße und Nummer)$/, 'Hauptstr. 1')
  await write(/^(Postal code|Postleitzahl)$/, '10115')
  await write(/^(Town|Ort)$/, 'Berlin')
  await write('Place', '52.52, 13.405')
  await page.getByRole('combobox', { name: 'Other', exact: true }).fill('First')
  await page.getByRole('option', { name: 'First one' }).click()
  await page.getByRole('combobox', { name: 'Others' }).fill('Second')
  await page.getByRole('option', { name: 'Second one' }).click()
  await page.getByRole('combobox', { name: 'Who' }).fill(words.name.slice(0, 4))
  await page.getByRole('option', { name: words.name }).first().click()
  await write('Data', '{"code": 5}')
  const files = page.locator('input[type=file]')
  await files.first().setInputFiles({
    name: 'plan.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('a plan'),
  })
  await expect(page.getByText('plan.txt').first()).toBeVisible()
  await files.nth(1).setInputFiles({
    name: 'roof.png',
    mimeType: 'image/png',
    buffer: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    ),
  })
  await expect(page.getByText('roof.png').first()).toBeAttached()
}

/** What the form with everything in it leaves in each field, by its type. */
const storedBy = (ids: { first: string; second: string; person: string }): Record<string, unknown> => ({
  name: 'Every type',
  notes: 'Two\nlines',
  rich: '# Big\n\n- one',
  mail: 'anna@bau.example',
  tel: '+49 30 123456',
  web: 'https://bau.example/a',
  number: 12,
  count: 7,
  quantity: '0.125',
  discount: '7.50',
  price: '1234.50',
  bid: { amount: '99.90', currency: 'USD' },
  labour: 9000,
  stars: 4,
  done: true,
  day: '2026-03-01',
  moment: expect.stringMatching(/^2026-03-01T\d\d:30:00/),
  kind: 'won',
  tags: ['sent'],
  state: 'draft',
  paint: '#1f57a8',
  sign: 'truck',
  nr: 'EST-0001',
  site: { street: 'Hauptstr. 1', postal_code: '10115', city: 'Berlin' },
  place: { lat: 52.52, lng: 13.405 },
  other: ids.first,
  others: [ids.second],
  who: ids.person,
  papers: [expect.objectContaining({ name: 'plan.txt' })],
  photo: [expect.objectContaining({ name: 'roof.png', type: 'image/png' })],
  data: { code: 5 },
  reason: 'Because',
  double: '2469',
  gross: '2469.00',
  called: 'First one',
  parts: 1,
})

for (const words of [english, german]) {
  test.describe(words.languages, () => {
    test.use({ locale: words.languages })
    test('[F-01] a form with every type of field is filled in, followed live, and read back', async ({
      page,
      context,
    }) => {
      test.setTimeout(240_000)
      const { owner, first, second, call } = await world(words.name)
      await enterAs(context, owner)
      await page.goto('/things/new')
      await expect(page.getByRole('textbox', { name: /^Name/ })).toBeVisible({ timeout: 30_000 })

      await test.step('a condition hides and asks while one types', async () => {
        await expect(page.getByRole('textbox', { name: 'Reason' })).toHaveCount(0)
        await page.getByRole('checkbox', { name: 'Done' }).check()
        const reason = page.getByRole('textbox', { name: /^Reason/ })
        await expect(reason).toBeVisible()
        await page.getByRole('textbox', { name: /^Name/ }).fill('x')
        await page.getByRole('button', { name: words.create }).click()
        await expect(reason).toHaveAttribute('aria-invalid', 'true')
        await reason.fill('Because')
        // A new record begins with the one option it may begin with.
        const states = page.getByRole('combobox', { name: 'State' }).locator('option')
        expect(await states.allTextContents()).toContain('Draft')
        expect(await states.allTextContents()).not.toContain('Won')
      })
      await fillIn(page, words)
      await takePictures(page, `form-${words.languages}`)
      await page.getByRole('button', { name: words.create }).click()
      await page.waitForURL(/\/things\/[0-9a-f-]{36}$/, { timeout: 30_000 })

      const thing = new URL(page.url()).pathname.split('/').at(-1) ?? ''
      const stored = (id: string) => call<Record<string, unknown>>('GET', `/api/records/thing/${id}`)
      const written = storedBy({ first, second, person: owner.session.user.id })
      await test.step('what the form wrote is what is stored, type by type', async () => {
        expect(Object.keys(written).toSorted()).toEqual(fields.map(({ key }) => key).toSorted())
        const row = await stored(thing)
        for (const { key, type } of fields) expect.soft(row[key], `${type} ${key}`).toEqual(written[key])
      })
      await test.step('the detail reads all of it back', async () => {
        const facts = page.locator('dl')
        for (const text of [
          'Every type',
          'anna@bau.example',
          'bau.example/a',
          'EST-0001',
          'Hauptstr. 1, 10115 Berlin',
          '52.52, 13.405',
          '#1f57a8',
          'truck',
          'First one',
          'Second one',
          words.name,
          'Won',
          'Sent',
          'Draft',
          'Because',
          'plan.txt',
          'code 5',
          ...words.shown,
        ])
          await expect(facts.getByText(text).first(), text).toBeAttached()
      })
      await takePictures(page, `detail-${words.languages}`)
      await test.step('a status offers only where it leads', async () => {
        await page.goto(`${page.url()}/edit`)
        const state = page.getByRole('combobox', { name: /^State/ })
        await expect(state).toBeVisible({ timeout: 30_000 })
        expect((await state.locator('option:not([disabled])').allTextContents()).toSorted()).toEqual([
          'Draft',
          'Sent',
        ])
        await state.selectOption('sent')
        await page.getByRole('button', { name: words.save }).click()
        await expect
          .poll(async () => (await state.locator('option:not([disabled])').allTextContents()).toSorted())
          .toEqual(['Sent', 'Won'])
      })
      await test.step('saving the form again changes only what was changed', async () => {
        const before = await stored(thing)
        await page.getByRole('textbox', { name: /^Name/ }).fill('Every type, again')
        await page.getByRole('button', { name: words.save }).click()
        await expect.poll(async () => (await stored(thing))['name']).toBe('Every type, again')
        const after = await stored(thing)
        for (const { key, type } of fields)
          if (key !== 'name') expect.soft(after[key], `${type} ${key}`).toEqual(before[key])
        await call('PATCH', `/api/records/thing/${thing}`, { name: 'Every type' })
      })
      await test.step('the other side of the relation knows it', async () => {
        await page.goto(`/others/${first}`)
        await expect(page.getByRole('region', { name: 'Things here' }).getByText('Every type')).toBeVisible({
          timeout: 30_000,
        })
      })
      await test.step('the designer has the rules in plain words and a field to try', async () => {
        await page.goto('/things/fields')
        const lines = page.getByRole('list').filter({ has: page.getByText('Reason') })
        await lines.getByRole('button', { name: /^Reason reason/ }).click({ timeout: 30_000 })
        const panel = page.getByRole('complementary', { name: /^(Field|Feld)$/ })
        await expect(panel.getByRole('group', { name: /^(Shown when|Angezeigt, wenn)$/ })).toBeVisible()
        await takePictures(page, `designer-${words.languages}`)
        await page.setViewportSize({ width: 390, height: 844 })
        await page.emulateMedia({ colorScheme: 'dark' })
        await lines.getByRole('button', { name: /^State state/ }).click()
        await takePictures(page, `designer-dark-${words.languages}`)
        await page.goto('/things/new')
        await expect(page.getByRole('slider', { name: 'Stars' })).toBeAttached({ timeout: 30_000 })
        await takePictures(page, `form-dark-${words.languages}`)
        await page.setViewportSize({ width: 1440, height: 900 })
      })
      await test.step('the list shows it', async () => {
        await page.goto('/things')
        await expect(page.getByRole('grid').getByText('Every type')).toBeVisible({ timeout: 30_000 })
        await takePictures(page, `grid-${words.languages}`)
      })
      // The words of cells in each language: `grid-round-trip.test.ts`.
      if (words === german) return
      await test.step('a row copied into another in the list brings every type along', async () => {
        await context.grantPermissions(['clipboard-read', 'clipboard-write'])
        const { id: other } = await call<{ id: string }>('POST', '/api/records/thing', { name: 'Copy of it' })
        await page.reload()
        const cell = (name: string) => page.getByRole('gridcell', { name, exact: true })
        await cell('Every type').click()
        await page.keyboard.press('ArrowRight')
        for (let at = 1; at < pasted.length; at += 1) await page.keyboard.press('Shift+ArrowRight')
        await page.keyboard.press('Control+C')
        await cell('Copy of it').click()
        await page.keyboard.press('ArrowRight')
        await page.keyboard.press('Control+V')
        await expect.poll(async () => (await stored(other))['mail']).toBe('anna@bau.example')
        const [from, to] = [await stored(thing), await stored(other)]
        for (const key of pasted) expect.soft(to[key], key).toEqual(from[key])
        // What is worked out follows.
        for (const key of ['gross', 'called', 'parts']) expect.soft(to[key], key).toEqual(from[key])
      })
    })
  })
}
