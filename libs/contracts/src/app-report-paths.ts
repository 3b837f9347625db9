/** Addresses of the monthly report, apart from their schemas: pages in the app's web view load no schema library. */
export const appReportPaths = {
  list: '/api/app/reports',
  report: '/api/app/vehicles/:id/report',
  reportByPath: '/api/app/report/:vinId/:accessToken',
  pdf: '/api/app/vehicles/:id/report/pdf',
  pdfByPath: '/api/app/report/:vinId/:accessToken/pdf',
  image: '/api/app/vehicles/:id/image',
  pathToken: '/api/app/vehicles/:id/path-token',
  mail: '/api/app/report-mail',
} as const;
