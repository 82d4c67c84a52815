//! The HTML page of the tour: one file without dependencies.

use std::fmt::Write;

use super::exhibit::{Check, Exhibit};
use super::table::{number, small};
use sidle_cli::paint::escape;

const STYLE: &str = "
body { font: 16px/1.5 system-ui, sans-serif; color: #282c34; background: #f4f4f1; margin: 0 auto; max-width: 1010px;
  padding: 1em 1.2em 4em; }
section { background: #fff; border: 1px solid #dcdde0; border-radius: 8px; padding: 1px 24px 20px; margin: 1.6em 0; }
h1 { margin-bottom: 0; } h2 { margin-bottom: 0.2em; }
svg { max-width: 100%; height: auto; }
table { border-collapse: collapse; font-size: 13.5px; width: 100%; }
th { text-align: left; font-weight: 600; border-bottom: 2px solid #cfd2d6; }
td, th { padding: 2px 8px 2px 0; } td { border-bottom: 1px solid #ececee; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
.ok { color: #147832; } .bad { color: #c81414; font-weight: 700; }
details { margin-top: 0.8em; } summary { cursor: pointer; }
nav { columns: 2; font-size: 15px; } nav div { break-inside: avoid; }
@media print { details > * { display: block; } }
";

/// Returns the whole page. `pictures` are the SVGs of the exhibits, in order.
pub(crate) fn page(results: &[Exhibit], pictures: &[String]) -> String {
    let checks = || results.iter().flat_map(Exhibit::checks);
    let (count, held) = (checks().count(), checks().filter(|c| c.holds()).count());
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>sidle: the tour</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<h1>sidle: the tour</h1>\n\
         <p>Balls and ellipsoids move through small scenes. Every expected value is a closed formula or comes from a \
         reference that shares nothing with the library. Lengths are in metres, angles in radians, and times in \
         nanoseconds per move (or per ray, in rows of rays). If a run is repeated at several rates (moves per second), the worst one is shown. \
         </p>\n<p><b class=\"{}\">{held} of {count} checks of {} scenes hold.</b></p>\n<nav>\n",
        if held == count { "ok" } else { "bad" },
        results.len()
    );
    for result in results {
        let _ = writeln!(
            page,
            "<div>{} <a href=\"#{}\">{}</a></div>",
            mark(result.holds()),
            result.id,
            escape(result.title)
        );
    }
    page.push_str("</nav>\n");
    for (result, picture) in results.iter().zip(pictures) {
        section(result, picture, &mut page);
    }
    page.push_str("</body>\n</html>\n");
    page
}

fn section(result: &Exhibit, picture: &str, page: &mut String) {
    let checks: Vec<&Check> = result.checks().collect();
    let held = checks.iter().filter(|check| check.holds()).count();
    // Writing to a String cannot fail.
    let _ = write!(
        page,
        "<section id=\"{}\">\n<h2>{} {}</h2>\n<p>{}</p>\n{picture}\n<details{}><summary>{held} of {} checks \
         hold</summary>\n",
        result.id,
        mark(result.holds()),
        escape(result.title),
        escape(result.about),
        if held == checks.len() { "" } else { " open" },
        checks.len()
    );
    page.push_str(
        "<table>\n<tr><th>run</th><th>rates</th><th>quantity</th><th class=\"n\">expected</th><th class=\"n\">result\
         </th><th class=\"n\">error</th><th class=\"n\">tolerance</th><th class=\"n\">ns/move</th><th></th></tr>\n",
    );
    for row in &result.rows {
        for (i, check) in row.checks.iter().enumerate() {
            let once = |text: String| if i == 0 { text } else { String::new() };
            let _ = writeln!(
                page,
                "<tr><td>{}</td><td>{}</td><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td \
                 class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td>{}</td></tr>",
                once(escape(&row.label)),
                once(row.rates.clone()),
                escape(&check.what),
                number(check.expected),
                number(check.came_out),
                small(check.error()),
                small(check.tolerance),
                once(format!("{:.0}", row.ns)),
                mark(check.holds())
            );
        }
    }
    page.push_str("</table>\n</details>\n</section>\n");
}

fn mark(holds: bool) -> &'static str {
    if holds { "<span class=\"ok\">ok</span>" } else { "<span class=\"bad\">FAIL</span>" }
}
