import type { Concept } from './concept.js';

/**
 * What receipts, invoices and statements state: amounts, dates, numbers, methods. The words are general knowledge of printed
 * forms in these languages, without a list that they were taken from. Some are also terms of the European invoice (EN 16931-1), such
 * as the payment due date.
 */
export const MONEY_CONCEPTS: { readonly [concept: string]: Concept } = {
  date: {
    shape: 'date',
    names: `
      date, document date, invoice date, receipt date, transaction date, bill date, purchase date,
      order date, statement date, payment date, date of purchase, date of invoice, issued date
    `,
    labels: `
      date, invoice date, bill date, receipt date, trans date, transaction date, dated, date time, doc date,
      order date, inv date, date issued, tarikh, tanggal, datum, rechnungsdatum, belegdatum, date de facture,
      date facture, le, fecha, fecha de factura, data, data fattura, data da fatura, factuurdatum,
      data wystawienia, paivamaara, dato, tarih, дата, ημερομηνια
    `,
  },
  due_date: {
    shape: 'date',
    names: 'due date, payment due, pay by, payment due date',
    labels: `
      due date, payment due, pay by, payment due date, date d'echeance, echeance, fallig am, zahlbar bis,
      fecha limite de pago, data scadenza, data de vencimento, uiterste betaaldatum, termin platnosci
    `,
  },
  time: {
    shape: 'time',
    names: 'time, transaction time',
    labels: 'time, heure, uhrzeit, hora, ora, tijd, godzina, masa',
  },
  total: {
    shape: 'amount',
    names: `
      total, total amount, grand total, amount, amount due, total due, invoice total, receipt total, sum,
      total price, total paid, amount paid, total payable, total incl tax, gross total, total gross,
      amount total
    `,
    labels: `
      total, grand total, amt paid, amount paid, total paid, paid amount, total amount, amount due, total due, total amt, nett total, net total,
      total payable, total amount payable, amount payable, total amount due, total rm, total incl gst,
      total inclusive gst, total inclusive of gst, total with gst, total incl of gst,
      total sales inclusive gst, total sales inclusive of gst, total sales incl gst,
      total amt incl gst, total amount incl gst, total incl tax,
      total including tax, total sales, total bill, bill total, rounded total, total rounded, round d total,
      total after rounding, total rounded amount, nett, nett amount, nett amt, net amt, amount to pay,
      to pay, balance due, gross amount, gross total, total gst inclusive, total gst incl, total rm incl gst,
      total paid, montant total, total ttc, net a payer, gesamtbetrag, gesamtsumme, summe, rechnungsbetrag,
      endbetrag, zu zahlen, importe total, total a pagar, totale, totale euro, totale complessivo,
      importo pagato, valor total, totaal, te betalen, totaalbedrag, razem, suma pln, do zaplaty, suma,
      jumlah, jumlah besar, att betala, summa, yhteensa, a betale, celkem, toplam, итого, συνολο
    `,
  },
  subtotal: {
    shape: 'amount',
    names: `
      subtotal, sub total, net amount, net total, total excl tax, amount before tax, taxable amount,
      total net
    `,
    labels: `
      sub total, subtotal, total excl gst, total excluding gst, total sales excluding gst, total ex gst,
      net amount, total exclude gst, total excl tax, total before tax, total before gst,
      total before rounding, taxable amount, total sales exclusive gst, total amount excl gst,
      total amt excl gst, subtotal excl gst, sub total excl gst, amount before gst, amount excl gst,
      total without gst, total ht, sous total, zwischensumme, nettobetrag, base imponible, imponibile,
      subtotaal, razem netto, wartosc netto, subtotale
    `,
  },
  tax: {
    shape: 'amount',
    names: `
      tax, tax amount, vat, vat amount, gst, gst amount, sales tax, total tax, total vat, service tax,
      tax total
    `,
    labels: `
      tax, vat, gst, sst, sales tax, total tax, tax total, total gst, gst total, gst amount, gst amt,
      tax amount, tax amt, vat amount, total vat, gst payable, add gst, gst included in total, tva,
      montant tva, mwst, ust, umsatzsteuer, iva, btw, kwota vat, podatek vat, ptu, moms, alv, dph, kdv,
      total tva
    `,
  },
  tax_rate: {
    shape: 'percentage',
    names: 'tax rate, vat rate, gst rate',
    labels: 'tax rate, vat rate, taux tva, mwst satz, gst rate',
  },
  tax_summary: {
    shape: 'text',
    names: 'tax summary',
    labels: 'gst summary, tax summary, gst analysis, tax analysis, gst code, tax code, vat summary',
  },
  discount: {
    shape: 'amount',
    names: 'discount, discount amount, savings, total discount',
    labels: `
      discount, disc, total discount, total disc, discount total, total savings, total saving, savings,
      you saved, less discount, item discount, bill discount, member discount, remise, rabatt, descuento,
      sconto, korting, rabat, diskaun
    `,
  },
  rounding: {
    shape: 'amount',
    names: 'rounding, rounding adjustment',
    labels: `
      rounding, rounding adj, rounding adjustment, round adj, round off, rounding amt, bill rounding,
      pelarasan, total rounding, arrondi
    `,
  },
  service_charge: {
    shape: 'amount',
    names: 'service charge, tip, gratuity',
    labels: `
      service charge, svc charge, serv charge, service chg, svc chg, tip, gratuity, pourboire, trinkgeld,
      propina
    `,
  },
  shipping: {
    shape: 'amount',
    names: 'shipping, freight, delivery charge, shipping amount',
    labels: 'shipping, freight, delivery charge, frais de port, versandkosten, delivery fee',
  },
  cash: {
    shape: 'amount',
    names: 'cash, tendered, amount tendered, cash tendered, cash paid',
    labels: `
      cash, tendered, amount tendered, cash tendered, tender, cash received, cash payment, amount received,
      paid cash, total tender, total tendered, total paid cash, especes, bar, bargeld, gegeben, efectivo,
      contanti, contante, gotowka, tunai, kontant, rendered, visa, visa card, mastercard,
      master card, credit card, debit card
    `,
  },
  change: {
    shape: 'amount',
    names: 'change, change due, cash change',
    labels: `
      change, change due, change amt, change amount, total change, cash change, balance change, rendu,
      monnaie, ruckgeld, wechselgeld, zuruck, cambio, resto, wisselgeld, reszta, baki, kembali, troco, vaxel
    `,
  },
  quantity_total: {
    shape: 'number',
    names: 'total quantity, item count, number of items, total items, quantity',
    labels: `
      total qty, total quantity, total item, total items, item count, no of items, number of items, qty,
      total no of items, items, total item s, total qty s, total pcs, total unit, nombre d articles,
      anzahl artikel, total sold, item qty
    `,
  },
  points: {
    shape: 'number',
    names: 'points, loyalty points',
    labels: 'points, total points, points earned, point balance, reward points, member points',
  },
  unit_price: {
    shape: 'amount',
    names: 'unit price, price',
    labels: 'unit price, u price, u p, price, price rm, prix unitaire, einzelpreis, precio, prezzo',
  },
  opening_balance: {
    shape: 'amount',
    names: 'opening balance, previous balance, starting balance, balance brought forward',
    labels: `
      opening balance, balance brought forward, previous balance, starting balance, beginning balance,
      solde initial, ancien solde, solde precedent, alter saldo, alter kontostand, saldo inicial,
      saldo anterior, saldo iniziale, beginsaldo
    `,
  },
  closing_balance: {
    shape: 'amount',
    names: 'closing balance, new balance, ending balance, balance, current balance, balance carried forward',
    labels: `
      closing balance, balance carried forward, new balance, ending balance, nouveau solde, solde final,
      neuer saldo, neuer kontostand, saldo final, saldo actual, saldo finale, eindsaldo, saldo koncowe,
      balance, solde, saldo
    `,
  },
  period_start: {
    shape: 'date',
    names: 'period start, period from, statement period start, start date, from date',
    labels: `
      period, statement period, billing period, period from, from date, start date, periode, zeitraum,
      periodo
    `,
  },
  period_end: {
    shape: 'date',
    names: 'period end, period to, statement period end, end date, to date',
    labels: 'period, statement period, billing period, period to, to date, end date, periode, zeitraum, periodo',
  },
  currency: {
    shape: 'currency',
    names: 'currency, currency code',
    labels: 'currency, devise, wahrung, moneda, valuta, moeda, waluta, mata wang',
  },
  payment_method: {
    shape: 'text',
    names: 'payment method, payment type, paid by, payment',
    labels: `
      payment method, payment, paid by, payment type, mode de paiement, zahlungsart, forma de pago,
      pagamento, tender type, pay by card
    `,
  },
  payment_terms: {
    shape: 'text',
    names: 'payment terms, terms',
    labels: 'payment terms, terms, conditions de paiement, zahlungsbedingungen, condiciones de pago',
  },
  card_number: {
    shape: 'card_number',
    names: 'payment card number, card no, primary account number',
    labels: 'card no, card number, card, kartennummer',
  },
  iban: {
    shape: 'iban',
    names: 'iban, bank iban',
    labels: 'iban, iban no, bank account iban',
  },
  bic: {
    shape: 'bic',
    names: 'bic, swift, swift code, bic swift',
    labels: 'bic, swift, swift code, bic swift, swift bic',
  },
  account_number: {
    shape: 'identifier',
    names: 'account number, account no, bank account, bank account number',
    labels: `
      account number, account no, a c no, acc no, numero de compte, kontonummer, numero de cuenta,
      numero conto, rekeningnummer, nr rachunku, no akaun
    `,
  },
  account_holder: {
    shape: 'person',
    names: 'account holder, account name, account owner',
    labels: 'account holder, account name, titulaire, kontoinhaber, titular, intestatario, rekeninghouder',
  },
};
