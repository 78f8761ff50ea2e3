import { codeFor } from './support/mailbox.ts'
import { newAddress } from './support/people.ts'
import { takePictures } from './support/pictures.ts'
import { expect, server, test } from './support/test.ts'

test.use({ locale: 'de-DE' })

test('[U-01] an owner who reads German gets a workspace in German: what is offered, what is made, its screens', async ({
  page,
}) => {
  const email = newAddress('jana')

  await test.step('the account and the workspace', async () => {
    await page.goto(`${server()}/auth/create-account`)
    await page.getByLabel('Ihr Name').fill('Jana Brunn')
    await page.getByLabel('E-Mail').fill(email)
    await page.getByLabel('Passwort', { exact: true }).fill('four plain short words')
    await page.getByRole('button', { name: 'Konto anlegen' }).click()
    await expect(page.getByRole('heading', { name: 'Bitte Mails prüfen' })).toBeVisible()
    await page.getByLabel('Sechsstelliger Code').fill(await codeFor(server(), email))
    await page.getByRole('link', { name: 'Arbeitsbereich anlegen' }).click()
    await page.getByLabel('Name des Betriebs').fill('Brunn Holzbau')
    await page.getByRole('button', { name: 'Arbeitsbereich anlegen' }).click()
    await expect(page).toHaveURL('/onboarding')
  })

  await test.step('trades and lists are offered in German', async () => {
    await expect(page.getByRole('heading', { name: 'Was macht Ihr Betrieb?' })).toBeVisible()
    await page.getByRole('radio', { name: /^Zimmerei und Schreinerei/ }).check({ force: true })
    await takePictures(page, 'quick-setup-german')
    await page.getByRole('button', { name: 'Weiter' }).click()
    await expect(page.getByRole('heading', { name: 'Was möchten Sie führen?' })).toBeVisible()
    await expect(page.getByRole('checkbox', { name: /^Kunden/ })).toBeChecked()
    await expect(page.getByRole('checkbox', { name: /^Mängelliste/ })).not.toBeChecked()
    await page.getByRole('checkbox', { name: /^Mängelliste/ }).check({ force: true })
    await page.getByRole('button', { name: /^Mit 7 Listen weiter/ }).click()
    await page.getByRole('button', { name: 'Arbeitsbereich einrichten' }).click()
    await expect(page.getByRole('heading', { name: 'Ihr Arbeitsbereich ist fertig' })).toBeVisible()
    await expect(page.getByText('Mängelliste: Liste, Formular und Seite')).toBeVisible()
  })

  await test.step('what was made speaks German: navigation, columns, form and choices', async () => {
    await page.getByRole('link', { name: 'Arbeitsbereich öffnen' }).click()
    const navigation = page.getByRole('navigation', { name: 'Hauptnavigation' })
    await navigation.getByRole('link', { name: 'Mängelliste' }).click()
    await expect(page.getByRole('heading', { name: 'Mängelliste', level: 1 })).toBeVisible()
    await page.getByRole('link', { name: 'Mangel anlegen' }).first().click()
    await page.getByLabel(/^Nummer/).fill('M-1')
    await page.getByLabel(/^Titel/).fill('Tür klemmt')
    const choices = page.getByRole('combobox', { name: 'Gewerk' }).getByRole('option')
    await expect(choices.nth(1)).toHaveText('Zimmererarbeiten')
    await page.getByLabel('Priorität').selectOption('Hoch')
    await page.getByLabel('Status').selectOption('Abgenommen')
    await page.getByRole('button', { name: 'Anlegen' }).click()
    await expect(page.getByRole('heading', { name: 'Tür klemmt' })).toBeVisible()
    await navigation.getByRole('link', { name: 'Mängelliste' }).click()
    const grid = page.getByRole('grid', { name: 'Mängelliste' })
    await expect(grid.getByRole('gridcell', { name: 'Hoch' })).toBeVisible()
    // The button of a heading that orders by it; that of its menu has no words.
    await expect(grid.getByRole('columnheader').getByRole('button').filter({ hasText: /\S/ })).toHaveText([
      'Nummer',
      'Titel',
      'Projekt',
      'Ort',
      'Gewerk',
      'Priorität',
      'Status',
      'Fällig',
      'Verantwortlich',
      'Bild',
    ])
    await takePictures(page, 'quick-setup-german-list')
  })
})
