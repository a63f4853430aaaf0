import { percentOf, roundToCents, type Cents } from './money.ts';

/**
 * Returns Iowa's real estate transfer tax: $0.80 for each $500, or part of it, of the price above the first $500
 * (Iowa Code 428A.1; rate since July 1, 1991).
 */
export function iowaTransferTax(price: Cents): Cents {
  return Math.ceil(Math.max(0, price - 50_000) / 50_000) * 80;
}

/** The figures that determine a seller's costs. */
export interface Sale {
  price: Cents;
  /** The amount still owed on mortgages and liens. */
  payoff: Cents;
  /** All commissions combined, as a percentage of the price. Negotiable. */
  commission: number;
  /** Fees for the abstract, title opinion, recording and closing. */
  title: Cents;
  /** Annual property tax. */
  taxYear: Cents;
  /** Months of property tax that the seller owes at closing. In Iowa, the tax is paid in arrears. */
  taxMonths: number;
  /** The part of the buyer's costs that the seller pays. */
  concessions: Cents;
  /** Other costs, such as repairs, cleaning or a home warranty. */
  other: Cents;
}

/** The costs of a sale, and what remains for the seller. */
export interface NetSheet {
  commission: Cents;
  transferTax: Cents;
  title: Cents;
  taxes: Cents;
  concessions: Cents;
  other: Cents;
  /** The total costs, excluding the payoff. */
  costs: Cents;
  payoff: Cents;
  /** The seller's proceeds; negative if the seller must bring money to the closing. */
  net: Cents;
}

/** Returns a seller's costs and net proceeds, to the cent. */
export function calculateNetSheet(sale: Sale): NetSheet {
  const { title, concessions, other, payoff } = sale;
  const commission = percentOf(sale.price, sale.commission);
  const transferTax = iowaTransferTax(sale.price);
  const taxes = roundToCents((sale.taxYear * sale.taxMonths) / 12);
  const costs = commission + transferTax + title + taxes + concessions + other;
  const net = sale.price - costs - payoff;
  return { commission, transferTax, title, taxes, concessions, other, costs, payoff, net };
}
