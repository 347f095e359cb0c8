import type { Concept } from './concept.js';

/**
 * Who a document is from and to, how to reach them and under which numbers they are registered. The words are general knowledge
 * of printed forms in these languages, without a list that they were taken from. Some are also terms of the European invoice
 * (EN 16931-1), such as seller and buyer.
 */
export const BUSINESS_CONCEPTS: { readonly [concept: string]: Concept } = {
  company: {
    shape: 'company',
    names: `
      company, company name, merchant, merchant name, vendor, vendor name, seller, seller name, supplier,
      supplier name, store, store name, shop, shop name, business name, organization, organisation, retailer,
      issuer name, restaurant, restaurant name, establishment, legal name, trading name
    `,
    labels: `
      company, company name, merchant, vendor, seller, supplier, sold by, fournisseur, lieferant, proveedor,
      fornitore, sprzedawca
    `,
  },
  customer: {
    shape: 'company',
    names: 'customer, customer name, buyer, buyer name, client, client name, bill to, recipient, recipient name',
    labels: `
      customer, customer name, bill to, billed to, sold to, invoice to, ship to, deliver to, client,
      facture a, kunde, cliente, destinatario, klant, nabywca, member, member name, cust, attn, attention
    `,
  },
  address: {
    shape: 'address',
    names: `
      address, merchant address, company address, store address, vendor address, seller address,
      supplier address, shop address, postal address, home address, residential address, street address,
      full address, business address
    `,
    labels: `
      address, home address, adresse, anschrift, wohnort, direccion, domicilio, indirizzo, residenza,
      endereco, morada, adres, adresa, osoite, alamat, adres zamieszkania, domiciliu, indirizzo di residenza,
      residence, адрес
    `,
  },
  phone: {
    shape: 'phone',
    names: 'phone, phone number, telephone, tel, telephone number, mobile, contact number, mobile number',
    labels: `
      tel, tel no, telephone, phone, phone no, mobile, hp, hotline, contact no, telefon, telefono, telefone,
      telefoon, handphone, careline, customer service
    `,
  },
  fax: {
    shape: 'phone',
    names: 'fax, fax number',
    labels: 'fax, fax no, telefax',
  },
  email: {
    shape: 'email',
    names: 'email, e mail, email address',
    labels: 'email, e mail, mail, courriel, correo electronico',
  },
  website: {
    shape: 'url',
    names: 'website, url, web, web site',
    labels: 'website, web, www, url, homepage',
  },
  tax_number: {
    shape: 'identifier',
    names: `
      tax number, tax id, vat number, vat id, gst number, gst id, tin, gst no, tax identification number,
      gst reg no
    `,
    labels: `
      gst reg no, gst id, gst id no, gst no, gst registration no, gst reg, sst no, sst id, vat number,
      vat no, vat id, vat reg no, tax id, tax no, tin, ein, abn, n tva, numero de tva,
      tva intracommunautaire, ust id nr, ust idnr, steuernummer, steuer nr, nif, cif, p iva, partita iva,
      nipc, btw nummer, btw nr, nip, gstin, rfc, cnpj
    `,
  },
  registration_number: {
    shape: 'identifier',
    names: 'registration number, company number, company registration number, company no, reg no, roc',
    labels: `
      company no, company reg no, co reg no, co no, reg no, roc no, roc, registration no,
      registration number, company number, co reg, business reg no, siret, siren, rcs, handelsregister, hrb,
      kvk, regon, krs, business no
    `,
  },
  invoice_number: {
    shape: 'identifier',
    names: `
      invoice number, invoice no, receipt number, receipt no, bill number, document id, transaction id,
      transaction number, order number, reference, reference number, ticket number
    `,
    labels: `
      invoice no, invoice number, invoice, inv no, receipt no, receipt number, receipt, bill no, doc no,
      document no, order no, order number, trans no, transaction no, ref no, reference no, reference,
      slip no, facture n, numero de facture, rechnungsnummer, rechnung nr, beleg nr, bon nr,
      numero de factura, factura n, fattura n, fatura n, factuurnummer, faktura nr
    `,
  },
  customer_number: {
    shape: 'identifier',
    names: 'customer number, customer no, client number, customer id',
    labels: 'customer no, customer number, customer id, member id, member no, n client, kundennummer, card member',
  },
  cashier: {
    shape: 'text',
    names: 'cashier, served by, salesperson, staff',
    labels: `
      cashier, served by, salesperson, sales person, staff, operator, caissier, kassierer, cajero, user,
      clerk, server, waiter, salesman
    `,
  },
  terminal: {
    shape: 'text',
    names: 'terminal, counter, table, table number',
    labels: `
      terminal, counter, table, table no, pos, pos no, till, location, branch, outlet, room no,
      station, pax, queue no
    `,
  },
  description: {
    shape: 'text',
    names: 'description',
    labels: `
      description, desc, item, particulars, product, article, designation, bezeichnung, concepto,
      descrizione
    `,
  },
};
