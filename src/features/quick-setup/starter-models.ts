import { starterModelSchema, tradeSchema, type StarterModel, type Trade } from '#contracts/api/quick-setup.ts'
import changeOrders from './models/change-orders.json' with { type: 'json' }
import customers from './models/customers.json' with { type: 'json' }
import equipment from './models/equipment.json' with { type: 'json' }
import inspections from './models/inspections.json' with { type: 'json' }
import invoices from './models/invoices.json' with { type: 'json' }
import orders from './models/orders.json' with { type: 'json' }
import people from './models/people.json' with { type: 'json' }
import priceBook from './models/price-book.json' with { type: 'json' }
import projects from './models/projects.json' with { type: 'json' }
import quotes from './models/quotes.json' with { type: 'json' }
import siteDiary from './models/site-diary.json' with { type: 'json' }
import snags from './models/snags.json' with { type: 'json' }
import stock from './models/stock.json' with { type: 'json' }
import subcontractors from './models/subcontractors.json' with { type: 'json' }
import suppliers from './models/suppliers.json' with { type: 'json' }
import timeSheets from './models/time-sheets.json' with { type: 'json' }
import tradeList from './trades.json' with { type: 'json' }

/** The things a company may want to manage, in the order they are offered. */
export const starterModels: readonly StarterModel[] = [
  priceBook,
  suppliers,
  customers,
  projects,
  quotes,
  equipment,
  siteDiary,
  snags,
  people,
  timeSheets,
  orders,
  stock,
  subcontractors,
  changeOrders,
  inspections,
  invoices,
].map((model) => starterModelSchema.parse(model))

/** The trades, with what they usually manage and their own words for it. */
export const trades: readonly Trade[] = tradeList.map((trade) => tradeSchema.parse(trade))
